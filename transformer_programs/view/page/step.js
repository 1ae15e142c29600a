// The program as in a debugger: one step at a time, its code, what it knows and what it computes.

// The answer comes after the last step.
const stepNumber = () =>
  state.atAnswer ? program.steps.length : program.steps.findIndex((s) => s.name === state.step);

function goTo(number) {
  const to = Math.max(0, Math.min(program.steps.length, number));
  update({ atAnswer: to === program.steps.length, step: program.steps[to]?.name ?? state.step });
}

function drawStep(panel) {
  const number = stepNumber();
  const last = program.steps.length;
  const step = program.steps[number];
  const move = (id, text, by, stop) => {
    const properties = { id, class: by > 0 && "main", disabled: number === stop };
    return button(text, () => goTo(number + by), properties);
  };
  const title = step ? [`Step ${number + 1} of ${last}: `, el("b.mono", step.name)] : "The answer";
  const shownStep = step ? [card(stepValues(step)), contentCard(step)] : card(answerValues());
  panel.replaceChildren(
    el(
      "div.fields",
      move("previous", "← Previous", -1, 0),
      move("next", "Next →", 1, last),
      el("span#step-title", { "aria-live": "polite" }, title),
      el("span.small.muted", "Arrow keys work too."),
    ),
    el("div.two.wide-left", card(listing(number)), el("div", shownStep)),
  );
  const current = panel.querySelector("[aria-current]");
  panel.querySelector(".steps").scrollTop = current.offsetTop - 60;
}

// Code of other steps: of long code, the beginning of its last statement.
function briefCode(text) {
  const lines = text.split("\n");
  if (lines.length <= 8) return text;
  const last = lines.slice(lines.findLastIndex((line) => /^\w/.test(line)));
  return ["…", ...last.slice(0, 6), ...(last.length > 6 ? ["    …"] : [])].join("\n");
}

function listing(number) {
  const code = [...program.steps.map(({ name }) => data.code[name]), data.code[""]];
  const part = (text, i) => {
    const properties = { onclick: () => goTo(i), "aria-current": i === number ? "step" : null };
    return el("pre", properties, i === number ? text : briefCode(text));
  };
  const group = { tabindex: "0", role: "group", "aria-label": "Code of the steps" };
  return el("div.steps", group, code.map(part));
}

function stepValues(step) {
  const { run } = state;
  const attention = run.attention.get(step.name);
  const reads = [...new Set(readsOf(step).map(([, name]) => name))];
  const head = ["position", "word", ...reads, ...(attention ? ["attends to"] : []), step.name];
  const causes = run.tokens.map((_, i) => causeOf(run, step.name, i));
  const rows = run.tokens.map((token, i) => {
    const given = valueCells([token, ...reads.map((name) => valueAt(run, name, i))]);
    const value = el("td", bold(valueTag(causes[i].value)));
    return el("tr", el("td.number.muted", i), given, attention ? el("td", attendedText(attention[i])) : null, value);
  });
  const said = causes.map(({ value, text }, i) =>
    el("li", el("span.muted", `${i}  `), bold(valueTag(value)), ` ${text}`),
  );
  return [
    stepTitle(step),
    scrolledTable("table.list#step-values", head.map((name) => el("th", name)), rows),
    reads.length > 0 ? [el("h3", "In words"), el("ul.small.plain", said)] : null,
  ];
}

function attendedText(attended) {
  if (attended.reason === "default") return "none: 0";
  if (attended.used.length === 0) return "none";
  const others = attended.found.length - attended.used.length;
  return `${attended.used.join(", ")}${others > 0 ? ` (of ${attended.found.length})` : ""}`;
}

function answerValues() {
  const { run } = state;
  const { classes, answer } = program.output;
  if (answer !== undefined)
    return [el("h2", "The answer"), el("p", "The value of ", mono(answer), " at each position.")];
  const head = [el("td"), classes.map((name) => el("th.number", valueTag(name))), el("th", "answer")];
  const rows = run.scores.map((row, i) => {
    const place = el("td", pooled ? "all" : [`${i} `, valueTag(run.tokens[i])]);
    const cells = row.map((score) => el("td.number", grouped(score)));
    return el("tr", place, cells, el("td", bold(valueTag(labelAt(run, i)))));
  });
  return [el("h2", "The votes"), scrolledTable("table.list", head, rows)];
}

// --- the predicate of a head, the table of a function, the words of each value ---------------------

const MAX_WORDS = 60; // listed per value, until one asks for more

function contentCard(step) {
  if (step.kind === "token") return card(wordGroups(step));
  const content = step.query !== undefined ? predicateGrid(step) : step.cells && tableGrid(step);
  return content ? card(content) : null;
}

function wordGroups(step) {
  const { words } = program.vocabulary;
  const groups = new Map();
  words.forEach((w, i) => {
    const value = step.lookup[i];
    groups.set(value, [...(groups.get(value) ?? []), w]);
  });
  const symbol = (value) => symbolOf(step.type, value);
  const isOwn = ([value, group]) => group.length === 1 && symbol(value) === group[0];
  if ([...groups].every(isOwn))
    return [
      el("p", `Each of the ${plural(words.length, "word")} is its own value.`),
      wordList(words, MAX_WORDS * 5),
    ];
  const row = ([value, group]) =>
    el(
      "tr",
      el("td", bold(valueTag(symbol(value)))),
      el("td.number", grouped(group.length)),
      el("td", wordList(group, MAX_WORDS)),
    );
  const sorted = [...groups].sort(([a], [b]) => a - b);
  const head = [el("th", "value"), el("th.number", "words"), el("td")];
  return [wordSearch(step), scrolledTable("table.list#words-of", head, sorted.map(row))];
}

// A field that finds a word and tells its value.
function wordSearch(step) {
  const { words } = program.vocabulary;
  const result = el("p#hits", { "aria-live": "polite" });
  const oninput = (event) => {
    const text = event.target.value.trim().toLowerCase();
    const hits = [...words.entries()].filter(([, w]) => text && w.toLowerCase().includes(text));
    hits.sort(([, a], [, b]) => a.length - b.length);
    const line = ([i, w]) => [valueTag(w), ": ", bold(valueTag(symbolOf(step.type, step.lookup[i]))), "  "];
    const more = hits.length > 8 ? [`and ${grouped(hits.length - 8)} more`] : [];
    const none = text && hits.length === 0 ? ["not listed"] : [];
    result.replaceChildren(...[...hits.slice(0, 8).map(line), more, none].flat(2));
  };
  return [field("Find a word", el("input#search", { type: "text", dir: "auto", oninput })), result];
}

function wordList(words, count) {
  const box = el("div.words");
  const show = (most) => {
    const tags = words.slice(0, most).map((w) => el("span", valueTag(w)));
    const more = words.length - most;
    const next = () => show(most + 500);
    if (more > 0) tags.push(button(`${grouped(more)} more`, next, { class: "quiet small" }));
    box.replaceChildren(...tags);
  };
  show(count);
  return box;
}
