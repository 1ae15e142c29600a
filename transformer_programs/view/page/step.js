// The program as in a debugger: one step at a time, its code beside what it computes.

function drawStep(panel) {
  const last = program.steps.length; // the answer comes after the last step
  const number = Math.min(state.number, last);
  const step = program.steps[number];
  const go = (to) => () => {
    update({ number: Math.max(0, Math.min(last, to)) });
  };
  const text = step ? `Step ${number + 1} of ${last}: ` : "The answer";
  panel.replaceChildren(
    el(
      "div",
      { class: "fields" },
      el("button", {
        type: "button",
        id: "previous",
        text: "← Previous",
        disabled: number === 0,
        onclick: go(number - 1),
      }),
      el("button", {
        type: "button",
        id: "next",
        class: "main",
        text: "Next →",
        disabled: number === last,
        onclick: go(number + 1),
      }),
      el(
        "span",
        { id: "step-title", "aria-live": "polite" },
        text,
        step ? el("b", { class: "mono", text: step.name }) : "",
      ),
      el("span", { class: "small muted", text: "Arrow keys work too." }),
    ),
    el(
      "div",
      { class: "two wide-left" },
      el("div", { class: "card" }, listing(number, go)),
      el("div", { class: "card" }, step ? stepValues(step) : answerValues()),
    ),
  );
  const current = panel.querySelector("[aria-current]");
  const box = panel.querySelector(".steps");
  if (current && box) box.scrollTop = current.offsetTop - 60;
}

// Code that is not being stepped through: only how it ends, where it is long.
function briefCode(text) {
  const lines = text.split("\n");
  const end = lines.slice(-4).join("\n").trimStart();
  return lines.length <= 8 ? text : `…\n${end}`;
}

function listing(number, go) {
  const names = [...program.steps.map((step) => step.name), ""];
  return el(
    "div",
    { class: "steps", tabindex: "0", role: "group", "aria-label": "Code of the steps" },
    names.map((name, i) =>
      el("pre", {
        text: i === number ? data.code[name] : briefCode(data.code[name]),
        onclick: go(i),
        "aria-current": i === number ? "step" : undefined,
      }),
    ),
  );
}

function stepValues(step) {
  const { run } = state;
  const looks = run.looks.get(step.name);
  const reads = [...new Set(readsOf(step).map(([, name]) => name))];
  const head = ["", "word", ...reads, ...(looks ? ["looks at"] : []), step.name];
  const rows = run.tokens.map((token, i) =>
    el(
      "tr",
      {},
      el("td", { class: "number muted", text: i }),
      el("td", {}, valueTag(token)),
      reads.map((name) => el("td", {}, valueTag(valueAt(run, name, i)))),
      looks ? el("td", { text: lookText(looks[i]) }) : null,
      el("td", {}, el("b", {}, valueTag(valueAt(run, step.name, i)))),
    ),
  );
  return el(
    "div",
    {},
    el("h2", { class: "mono", text: step.name }),
    el("p", { class: "muted", text: data.says[step.name] || KINDS[step.kind] }),
    scrolledTable(
      { class: "list", id: "step-values" },
      head.map((name) => el("th", { text: name })),
      rows,
    ),
    reads.length > 0 ? inWords(step) : null,
  );
}

function inWords(step) {
  return el(
    "div",
    {},
    el("h3", { text: "In words" }),
    el(
      "ul",
      { class: "small plain" },
      state.run.tokens.map((_, i) => {
        const cause = causeOf(state.run, step.name, i);
        return el(
          "li",
          {},
          el("span", { class: "muted", text: `${i}  ` }),
          el("b", {}, valueTag(cause.value)),
          ` ${cause.text}`,
        );
      }),
    ),
  );
}

function lookText(look) {
  if (look.reason === "default") return "none: 0";
  if (look.used.length === 0) return "none";
  const others = look.found.length - look.used.length;
  return `${look.used.join(", ")}${others > 0 ? ` (of ${look.found.length})` : ""}`;
}

function answerValues() {
  const { run } = state;
  if (program.output.answer !== undefined) {
    return el(
      "div",
      {},
      el("h2", { text: "The answer" }),
      el(
        "p",
        {},
        "It is the value of ",
        el("span", { class: "mono", text: program.output.answer }),
        " at each position.",
      ),
    );
  }
  const { classes } = program.output;
  const scores = pooled ? run.scores : run.votes;
  const label = (i) => (pooled ? run.labels : run.labels[i]);
  return el(
    "div",
    {},
    el("h2", { text: "The votes" }),
    scrolledTable(
      { class: "list" },
      [
        el("th", { text: "" }),
        ...classes.map((name) => el("th", { class: "number" }, valueTag(name))),
        el("th", { text: "answer" }),
      ],
      scores.map((row, i) =>
        el(
          "tr",
          {},
          el("td", {}, pooled ? "all" : el("span", {}, `${i} `, valueTag(run.tokens[i]))),
          row.map((score) => el("td", { class: "number", text: grouped(score) })),
          el("td", {}, el("b", {}, valueTag(label(i)))),
        ),
      ),
    ),
  );
}
