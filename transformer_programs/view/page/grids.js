// The predicate of a head, or the table of a function, as a grid; none where it is too large to read:
// then the code is shorter.

const MAX_CELLS = 2500;

// All values of a variable, and those that it has in this run.
function axis(name) {
  const type = program.types.get(name);
  const length = Math.min(sizeOf(type) ?? Infinity, MAX_CELLS + 1);
  const values = Array.from({ length }, (_, i) => firstOf(type) + i);
  return { type, values, taken: new Set(state.run.values.get(name)) };
}

function contentGrid(step) {
  const isHead = step.query !== undefined;
  if (isHead ? step.predicate.kind === "is" : !step.cells) return null;
  const names = isHead ? [step.query, step.key] : step.reads;
  const sides = names.map(axis);
  const size = sides.reduce((product, { values }) => product * values.length, 1);
  if (sides.length > 2 || size > MAX_CELLS) return null;
  const only = { type: { values: [step.name] }, values: [0], taken: new Set() };
  const caption = [`rows: ${isHead ? "query " : ""}${names[0]}`];
  if (names.length === 2) caption.push(`columns: ${isHead ? "key " : ""}${names[1]}`);
  if (step.score) caption.push("numbers: how good a match is, the best counts");
  const types = sides.map(({ type }) => type);
  const mark = (key) => (step.score ? String(levelOf(step.score, types[1], key)) : "●");
  const textOf = isHead
    ? (query, key) => (matches(step.predicate, ...types, query, key) ? mark(key) : "")
    : (...values) => shown(symbolOf(step.type, tableValue(step.cells, types, values)));
  const selector = isHead ? "table.grid.predicate" : "table.grid";
  return [
    note(`${caption.join("; ")}. In colour: what this input has.`),
    grid(selector, sides[0], sides[1] ?? only, textOf),
  ];
}

function grid(selector, rows, columns, textOf) {
  const title = ({ type, taken }, value) =>
    el("th", { class: taken.has(value) && "here" }, valueTag(symbolOf(type, value)));
  const cell = (r, c) => {
    const where = [[rows, r], [columns, c]].map(([{ type }, value]) => shown(symbolOf(type, value)));
    return el("td", { title: where.join(", ") }, textOf(r, c));
  };
  return scrolledTable(
    selector,
    [el("td"), columns.values.map((c) => title(columns, c))],
    rows.values.map((r) => el("tr", title(rows, r), columns.values.map((c) => cell(r, c)))),
  );
}
