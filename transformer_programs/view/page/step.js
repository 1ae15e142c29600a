// The program as in a debugger: one step at a time, its code, its values and their reasons.

const MAX_WORDS = 60; // listed per value, before the rest is folded
const MAX_STAND_INS = 5;

function drawStep(panel) {
  const { steps } = program;
  const step = program.step.get(followed().name);
  const number = steps.indexOf(step);
  const move = (id, text, to) => {
    const properties = { id, class: id === "next" && "main", disabled: !steps[to] };
    return button(text, () => chooseStep(steps[to].name, `#${id}`), properties);
  };
  const title = [`Step ${number + 1} of ${steps.length}: `, el("b.mono", step.name)];
  const content = step.kind === "token" ? wordGroups(step) : contentGrid(step);
  panel.replaceChildren(
    el(
      "div.fields",
      move("previous", "← Previous", number - 1),
      move("next", "Next →", number + 1),
      el("span#step-title", { "aria-live": "polite" }, title),
    ),
    el("div.two", card(listing(step)), el("div", card(stepValues(step)), content && card(content))),
  );
  const current = panel.querySelector("[aria-current]");
  panel.querySelector(".steps").scrollTop = current.offsetTop - 60;
}

function listing(chosen) {
  const part = ({ name }) => {
    const current = { "aria-current": name === chosen.name ? "step" : null };
    return el("pre", { onclick: () => chooseStep(name), ...current }, data.code[name]);
  };
  const group = { tabindex: "0", role: "group", "aria-label": "Code of the steps" };
  return el("div.steps", group, program.steps.map(part), el("pre", data.code[""]));
}

function stepValues(step) {
  const { run } = state;
  const rows = run.tokens.map((token, i) => {
    const { value, text } = causeOf(run, step.name, i);
    const reason = el("td", bold(valueTag(value)), el("span.small", `: ${text}`));
    return el("tr", el("td.number.muted", i), el("td", valueTag(token)), reason);
  });
  const head = [el("td"), el("th", "word"), el("th", "value")];
  return [stepTitle(step), scrolledTable("table.list#step-values", head, rows)];
}

// What gives a variable a value: words, also if a head copies them, or for a table the values that
// it is looked up with.
function wordsWith(name, value) {
  const { kind, lookup, value: copied, cells, reads } = program.step.get(name);
  if (kind === "categorical_head") return wordsWith(copied, value);
  if (kind === "token") return program.vocabulary.words.filter((_, i) => lookup[i] === value);
  const types = (reads ?? []).map((read) => program.types.get(read)).reverse();
  return (cells ?? []).flatMap((cell, i) => (cell === value ? [operandsAt(types, i)] : []));
}

// The values with which a table is looked up in a cell; the last operand changes fastest.
function operandsAt(reversed, cell) {
  const values = [];
  for (const type of reversed) {
    values.unshift(shown(symbolOf(type, firstOf(type) + (cell % sizeOf(type)))));
    cell = Math.floor(cell / sizeOf(type));
  }
  return values.join(" ");
}

// Whether a word of the vocabulary stands for words that it does not list.
const isStandIn = (word) => {
  const { unknown } = program.vocabulary;
  return unknown !== null && (word === unknown || described(word) !== described(unknown));
};

// The words of each value; nothing where each word is its own value.
function wordGroups({ name, type, lookup }) {
  const values = [...new Set(lookup)].sort((a, b) => a - b);
  if (values.length === lookup.length) return null;
  const row = (value) => {
    const group = wordsWith(name, value);
    const [unknown, known] = [group.filter(isStandIn).map(described), group.filter((w) => !isStandIn(w))];
    const title = el("td", bold(valueTag(symbolOf(type, value))));
    const lists = [
      folded("div.words", known.map((word) => el("span", valueTag(word))), MAX_WORDS),
      folded("div.words", unknown.map((text) => el("span", text)), MAX_STAND_INS),
    ];
    return el("tr", title, el("td.number", grouped(known.length)), el("td", lists));
  };
  const head = [el("th", "value"), el("th.number", "words"), el("td")];
  return scrolledTable("table.list#words-of", head, values.map(row));
}

