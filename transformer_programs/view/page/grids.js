// Predicates and tables as grids, or as lists where a grid would be too large to read.

const MOST_CELLS = 2500;

const allValues = (type) => Array.from({ length: sizeOf(type) }, (_, i) => firstOf(type) + i);

// The values a variable takes in this run: marked in the grids.
const takenIn = (run, name) => new Set(run.values.get(name));

function axis(name) {
  const type = program.types.get(name);
  const taken = [...takenIn(state.run, name)].sort((a, b) => a - b);
  const finite = sizeOf(type) !== null && sizeOf(type) <= MOST_CELLS;
  return { name, type, values: finite ? allValues(type) : taken, taken: new Set(taken), finite };
}

function predicateGrid(head) {
  const query = axis(head.query);
  const key = axis(head.key);
  const holds = (q, k) => matches(head.predicate, query.type, key.type, q, k);
  const scored = head.score ? " Numbers: how good a match is; the best counts." : "";
  const note = `rows: query ${head.query}; columns: key ${head.key}. In colour: what this input has.${scored}`;
  if ("is" in head.predicate && !head.score) {
    return el(
      "p",
      {},
      "Any query; the key ",
      el("span", { class: "mono", text: head.key }),
      " is ",
      valueTag(symbolOf(key.type, head.predicate.is)),
      ".",
    );
  }
  if (query.values.length * key.values.length > MOST_CELLS) return predicateList(query, key, holds);
  const mark = (q, k) =>
    head.score ? String(levelOf(head.score, query.type, key.type, q, k)) : "●";
  return el(
    "div",
    {},
    el("h3", { text: "As a grid" }),
    el("p", { class: "small muted", text: note }),
    grid(query, key, (q, k) => (holds(q, k) ? { text: mark(q, k), on: true } : { text: "" })),
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
  const names = (type, values) =>
    wordList(
      values.map((v) => String(symbolOf(type, v))),
      12,
    );
  return el(
    "div",
    {},
    el("h3", { text: "As a list" }),
    scrolledTable(
      { class: "list" },
      [
        el("th", {}, "query ", el("span", { class: "mono", text: query.name })),
        el("th", {}, "matches key ", el("span", { class: "mono", text: key.name })),
      ],
      [...groups.values()].map(({ keys, queries }) =>
        el(
          "tr",
          {},
          el("td", {}, names(query.type, queries)),
          el("td", {}, keys.length > 0 ? names(key.type, keys) : "nothing"),
        ),
      ),
    ),
  );
}

function grid(rows, columns, cellOf) {
  const mark = (side, value) => (side.taken.has(value) ? "here" : "");
  const title = (side, value) =>
    el("th", { class: mark(side, value) }, valueTag(symbolOf(side.type, value)));
  return scrolledTable(
    { class: "grid" },
    [el("th"), ...columns.values.map((c) => title(columns, c))],
    rows.values.map((r) =>
      el(
        "tr",
        {},
        title(rows, r),
        columns.values.map((c) => {
          const { text, on } = cellOf(r, c);
          const where = `${shown(symbolOf(rows.type, r))}, ${shown(symbolOf(columns.type, c))}`;
          return el("td", { class: on ? "on" : "", title: where }, text);
        }),
      ),
    ),
  );
}

function tableGrid(step) {
  const sides = step.reads.map(axis);
  const types = sides.map((side) => side.type);
  const result = (values) => symbolOf(step.type, tableValue(step.cells, types, values));
  if (sides.length === 1 && sides[0].values.length <= MOST_CELLS) {
    const only = { name: step.name, type: { values: [step.name] }, values: [0], taken: new Set() };
    return el(
      "div",
      {},
      el("h3", { text: "As a table" }),
      grid(sides[0], only, (r) => ({ text: shown(result([r])) })),
    );
  }
  if (sides.length === 2 && sides[0].values.length * sides[1].values.length <= MOST_CELLS) {
    const note = `rows: ${step.reads[0]}; columns: ${step.reads[1]}. In colour: what this input has.`;
    return el(
      "div",
      {},
      el("h3", { text: "As a grid" }),
      el("p", { class: "small muted", text: note }),
      grid(sides[0], sides[1], (r, c) => ({ text: shown(result([r, c])) })),
    );
  }
  return el("p", {
    class: "muted",
    text: `A table of ${grouped(step.cells.length)} cells over ${joined([...step.reads])}; the code below says it shortest.`,
  });
}
