// Predicates and tables as grids, or as lists where a grid would be too large to read.

const MAX_CELLS = 2500;

// One side of a grid: all values of a variable, or those of this run where there are too many.
function axis(name) {
  const type = program.types.get(name);
  const taken = new Set([...state.run.values.get(name)].sort((a, b) => a - b));
  const size = sizeOf(type);
  const values =
    size !== null && size <= MAX_CELLS
      ? Array.from({ length: size }, (_, i) => firstOf(type) + i)
      : [...taken];
  return { name, type, values, taken };
}

const titled = (title, text, grid) => el("div", el("h3", title), text ? note(text) : null, grid);
const sidesText = (rows, columns) =>
  `rows: ${rows}; columns: ${columns}. In colour: what this input has.`;

function predicateGrid(head) {
  const [query, key] = [axis(head.query), axis(head.key)];
  if ("is" in head.predicate && !head.score) {
    const value = valueTag(symbolOf(key.type, head.predicate.is));
    return el("p", "Any query; the key ", mono(head.key), " is ", value, ".");
  }
  const holds = (q, k) => matches(head.predicate, query.type, key.type, q, k);
  if (query.values.length * key.values.length > MAX_CELLS) return predicateList(query, key, holds);
  const mark = (k) => (head.score ? String(levelOf(head.score, key.type, k)) : "●");
  const scored = head.score ? " Numbers: how good a match is; the best counts." : "";
  return titled(
    "As a grid",
    sidesText(`query ${head.query}`, `key ${head.key}`) + scored,
    grid(query, key, (q, k) => (holds(q, k) ? { text: mark(k), on: true } : { text: "" })),
  );
}

// Queries that match the same keys stand together.
function predicateList(query, key, holds) {
  const groups = new Map();
  for (const q of query.values) {
    const keys = key.values.filter((k) => holds(q, k));
    const id = keys.join(" ");
    if (!groups.has(id)) groups.set(id, { keys, queries: [] });
    groups.get(id).queries.push(q);
  }
  const names = ({ type }, values) =>
    wordList(values.map((v) => String(symbolOf(type, v))), 12);
  const rows = [...groups.values()].map(({ keys, queries }) =>
    el(
      "tr",
      el("td", names(query, queries)),
      el("td", keys.length > 0 ? names(key, keys) : "nothing"),
    ),
  );
  const head = [el("th", "query ", mono(query.name)), el("th", "matches key ", mono(key.name))];
  return titled("As a list", "", scrolledTable("table.list", head, rows));
}

function grid(rows, columns, cellOf) {
  const symbol = (side, value) => symbolOf(side.type, value);
  const title = (side, value) =>
    el("th", { class: side.taken.has(value) && "here" }, valueTag(symbol(side, value)));
  const cell = (r, c) => {
    const { text, on } = cellOf(r, c);
    const where = `${shown(symbol(rows, r))}, ${shown(symbol(columns, c))}`;
    return el("td", { class: on && "on", title: where }, text);
  };
  return scrolledTable(
    "table.grid",
    [el("td"), columns.values.map((c) => title(columns, c))],
    rows.values.map((r) =>
      el("tr", title(rows, r), columns.values.map((c) => cell(r, c))),
    ),
  );
}

function tableGrid(step) {
  const sides = step.reads.map(axis);
  const types = sides.map((side) => side.type);
  const result = (...values) => ({
    text: shown(symbolOf(step.type, tableValue(step.cells, types, values))),
  });
  const count = sides.reduce((product, side) => product * side.values.length, 1);
  if (sides.length > 2 || count > MAX_CELLS)
    return el(
      "p.muted",
      `A table of ${grouped(step.cells.length)} cells over ${joined(step.reads)}; the code below is shorter.`,
    );
  if (sides.length === 2)
    return titled("As a grid", sidesText(...step.reads), grid(...sides, result));
  const only = { type: { values: [step.name] }, values: [0], taken: new Set() };
  return titled("As a table", "", grid(sides[0], only, (r) => result(r)));
}
