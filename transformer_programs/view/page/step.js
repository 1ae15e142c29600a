// The program as in a debugger: one step at a time, its code, its values and their reasons.

const MAX_WORDS = 60; // listed per value, until one asks for more

// The answer comes after the last step.
const stepNumber = () =>
  state.atAnswer ? program.steps.length : program.steps.findIndex((s) => s.name === state.step);

function goTo(to, focus = null) {
  const isLast = to === program.steps.length;
  update({ atAnswer: isLast, step: program.steps[to]?.name ?? state.step }, focus);
}

function drawStep(panel) {
  const number = stepNumber();
  const last = program.steps.length;
  const step = program.steps[number];
  const move = (id, text, by, stop) => {
    const properties = { id, class: by > 0 && "main", disabled: number === stop };
    return button(text, () => goTo(number + by, `#${id}`), properties);
  };
  const title = step ? [`Step ${number + 1} of ${last}: `, el("b.mono", step.name)] : "The answer";
  const content = step && (step.kind === "token" ? wordGroups(step) : contentGrid(step));
  const { answer } = program.output;
  const result = answer === undefined ? "The class with the most votes." : `The value of ${answer}.`;
  const values = step ? stepValues(step) : [el("h2", "The answer"), el("p", result)];
  panel.replaceChildren(
    el(
      "div.fields",
      move("previous", "← Previous", -1, 0),
      move("next", "Next →", 1, last),
      el("span#step-title", { "aria-live": "polite" }, title),
    ),
    el("div.two.wide-left", card(listing(number)), el("div", card(values), content && card(content))),
  );
  const current = panel.querySelector("[aria-current]");
  panel.querySelector(".steps").scrollTop = current.offsetTop - 60;
}

function listing(number) {
  const code = [...program.steps.map(({ name }) => data.code[name]), data.code[""]];
  const part = (text, i) =>
    el("pre", { onclick: () => goTo(i), "aria-current": i === number ? "step" : null }, text);
  const group = { tabindex: "0", role: "group", "aria-label": "Code of the steps" };
  return el("div.steps", group, code.map(part));
}

function stepValues(step) {
  const { run } = state;
  const rows = run.tokens.map((token, i) => {
    const { value, text } = causeOf(run, step.name, i);
    const cells = [el("td", valueTag(token)), el("td", bold(valueTag(value))), el("td.small", text)];
    return el("tr", el("td.number.muted", i), cells);
  });
  const head = [el("td"), ["word", "value", "because"].map((name) => el("th", name))];
  return [stepTitle(step), scrolledTable("table.list#step-values", head, rows)];
}

// The words of each value; nothing where each word is its own value.
function wordGroups(step) {
  const groups = new Map();
  program.vocabulary.words.forEach((w, i) => {
    const value = step.lookup[i];
    groups.set(value, [...(groups.get(value) ?? []), w]);
  });
  if (groups.size === program.vocabulary.words.length) return null;
  const row = ([value, group]) => {
    const name = el("td", bold(valueTag(symbolOf(step.type, value))));
    return el("tr", name, el("td.number", grouped(group.length)), el("td", wordList(group)));
  };
  const head = [el("th", "value"), el("th.number", "words"), el("td")];
  const sorted = [...groups].sort(([a], [b]) => a - b);
  return scrolledTable("table.list#words-of", head, sorted.map(row));
}

function wordList(words) {
  const box = el("div.words");
  const show = (most) => {
    const tags = words.slice(0, most).map((w) => el("span", valueTag(w)));
    const more = words.length - most;
    const next = () => show(most + 500);
    if (more > 0) tags.push(button(`${grouped(more)} more`, next, { class: "quiet small" }));
    box.replaceChildren(...tags);
  };
  show(MAX_WORDS);
  return box;
}
