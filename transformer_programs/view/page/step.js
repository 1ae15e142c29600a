// The program as in a debugger: one step at a time, its code beside what it computes.

// The answer comes after the last step.
const goTo = (number) => update({ number: Math.max(0, Math.min(program.steps.length, number)) });

function drawStep(panel) {
  const { number } = state;
  const last = program.steps.length;
  const step = program.steps[number];
  const move = (id, text, by, stop) =>
    button(text, () => goTo(number + by), {
      id,
      class: by > 0 && "main",
      disabled: number === stop,
    });
  panel.replaceChildren(
    el(
      "div.fields",
      move("previous", "← Previous", -1, 0),
      move("next", "Next →", 1, last),
      el(
        "span#step-title",
        { "aria-live": "polite" },
        step ? [`Step ${number + 1} of ${last}: `, el("b.mono", step.name)] : "The answer",
      ),
      el("span.small.muted", "Arrow keys work too."),
    ),
    el("div.two.wide-left", card(listing()), card(step ? stepValues(step) : answerValues())),
  );
  const current = panel.querySelector("[aria-current]");
  panel.querySelector(".steps").scrollTop = current.offsetTop - 60;
}

// Code that is not being stepped through: of long code, how its last statement begins.
function briefCode(text) {
  const lines = text.split("\n");
  if (lines.length <= 8) return text;
  const last = lines.slice(lines.findLastIndex((line) => /^\w/.test(line)));
  return ["…", ...last.slice(0, 6), ...(last.length > 6 ? ["    …"] : [])].join("\n");
}

function listing() {
  const code = [...program.steps.map(({ name }) => data.code[name]), data.code[""]];
  return el(
    "div.steps",
    { tabindex: "0", role: "group", "aria-label": "Code of the steps" },
    code.map((text, i) => {
      const isHere = i === state.number;
      const properties = { onclick: () => goTo(i), "aria-current": isHere ? "step" : null };
      return el("pre", properties, isHere ? text : briefCode(text));
    }),
  );
}

function stepValues(step) {
  const { run } = state;
  const looks = run.looks.get(step.name);
  const reads = [...new Set(readsOf(step).map(([, name]) => name))];
  const head = ["position", "word", ...reads, ...(looks ? ["looks at"] : []), step.name];
  const rows = run.tokens.map((token, i) => {
    const given = valueCells([token, ...reads.map((name) => valueAt(run, name, i))]);
    const look = looks ? el("td", lookText(looks[i])) : null;
    const value = el("td", bold(valueTag(valueAt(run, step.name, i))));
    return el("tr", el("td.number.muted", i), given, look, value);
  });
  return [
    stepTitle(step),
    scrolledTable("table.list#step-values", head.map((name) => el("th", name)), rows),
    reads.length > 0 ? inWords(step) : null,
  ];
}

function inWords(step) {
  const line = (_, i) => {
    const cause = causeOf(state.run, step.name, i);
    return el("li", el("span.muted", `${i}  `), bold(valueTag(cause.value)), ` ${cause.text}`);
  };
  return [el("h3", "In words"), el("ul.small.plain", state.run.tokens.map(line))];
}

function lookText(look) {
  if (look.reason === "default") return "none: 0";
  if (look.used.length === 0) return "none";
  const others = look.found.length - look.used.length;
  return `${look.used.join(", ")}${others > 0 ? ` (of ${look.found.length})` : ""}`;
}

function answerValues() {
  const { run } = state;
  const { classes, answer } = program.output;
  if (answer !== undefined) {
    const text = el("p", "It is the value of ", mono(answer), " at each position.");
    return [el("h2", "The answer"), text];
  }
  const names = classes.map((name) => el("th.number", valueTag(name)));
  const head = [el("td"), names, el("th", "answer")];
  const rows = run.scores.map((row, i) => {
    const place = el("td", pooled ? "all" : [`${i} `, valueTag(run.tokens[i])]);
    const cells = row.map((score) => el("td.number", grouped(score)));
    return el("tr", place, cells, el("td", bold(valueTag(labelAt(run, i)))));
  });
  return [el("h2", "The votes"), scrolledTable("table.list", head, rows)];
}
