// Every variable at every position; the attention of the chosen head as arcs over the tokens.

const ARC_HEIGHT = 76;
const MAX_CLASSES = 12;
// The sign of each kind of step, and its name.
const KINDS = {
  token: ["w", "reads the word"],
  position: ["i", "the position"],
  one: ["1", "always 1"],
  categorical_head: ["→", "head that copies"],
  numerical_head: ["Σ", "head that adds up"],
  mlp: ["ƒ", "function"],
};

const saysOf = (step) => data.says[step.name] || KINDS[step.kind][1];
const stepTitle = (step, more = "") => [
  el("h2.mono", step.name),
  el("p.muted", `${saysOf(step)}${more}`),
];

// --- a table with a column for each position ------------------------------------------------------

function columnWidth(run) {
  const values = program.steps.flatMap(({ name }) => run.tokens.map((_, i) => valueAt(run, name, i)));
  const lengths = [...run.tokens, ...values].map((value) => shown(value).length);
  lengths.push(...run.votes.flat().map((score) => grouped(score).length - 1));
  const longest = lengths.reduce((most, length) => Math.max(most, length), 3);
  return Math.min(112, Math.max(44, longest * 8 + 14));
}

const isNarrow = () => window.innerWidth < 560;
const nameWidth = () => (isNarrow() ? 142 : 216);
// On a phone there is no room for the ending that learned variables have in common.
const briefly = (name) => (isNarrow() ? name.replace(/_outputs$/, "") : name);
const layerTitle = (layer) => (layer === 0 ? "inputs" : `layer ${layer - 1}`);

function valuesTable(run, names, width, properties, rows) {
  const column = (pixels) => el("col", { css: { width: `${pixels}px` } });
  const columns = [column(names), ...run.tokens.map(() => column(width))];
  return el(
    "table.values",
    { ...properties, css: { width: `${names + width * run.tokens.length}px` } },
    el("colgroup", columns),
    el("tbody", rows),
  );
}

const tableRow = (kind, name, cells) =>
  el("tr", { class: kind }, el("th", { scope: "row" }, name), cells);

const groupRow = (run, title) =>
  el("tr.group", el("th", title), el("td", { colspan: run.tokens.length }));

const tokenRow = (run) =>
  tableRow(
    "after",
    "word",
    run.tokens.map((token, i) =>
      el(
        "td",
        { class: i === state.position && "chosen-column", title: `position ${i}` },
        valueTag(token),
      ),
    ),
  );

// --- the view -------------------------------------------------------------------------------------

function drawRun(panel) {
  const { run } = state;
  const [names, width] = [nameWidth(), columnWidth(run)];
  const table = valuesTable(
    run,
    names,
    width,
    {
      role: "grid",
      "aria-label": "Variables at each position",
      onkeydown: moveInGrid,
      onclick: (event) => {
        const cell = event.target.closest("[data-cell]");
        if (cell) chooseCell(...placeOf(cell));
      },
    },
    [arcRow(run, width), tokenRow(run), variableRows(run), classRows(run), answerRow(run)],
  );
  const why = whyOf(run, state.position, state.against);
  const beside = state.cell ? [cellCard(run, state.cell)] : [whyCard(why), pastCard(run, why)];
  const values = card(el("p.say#say", sayCell(run)), el("div.scroll", table), legend());
  if (pooled) {
    // The decision and its votes first: the values of every word of a text take much room.
    panel.replaceChildren(el("div.two", beside), values, whatIfCard(run));
    return;
  }
  const room = Math.max(420, names + width * run.tokens.length + 34);
  panel.replaceChildren(
    el(
      "div.two.values-left",
      { css: { "--left": `${room}px` } },
      el("div", values, whatIfCard(run)),
      el("div.beside", beside),
    ),
  );
}

function sayCell(run) {
  const { name, position } = state.cell ?? { name: state.step, position: state.position ?? 0 };
  const cause = causeOf(run, name, position);
  const where = ` at position ${position} is `;
  return [el("b.mono", name), where, bold(valueTag(cause.value)), `: ${cause.text}.`];
}

const legend = () =>
  el(
    "p.legend",
    el("span", el("i.live"), `has a part in ${theAnswer()}`),
    el("span", el("i.looked"), "was read to make the chosen value"),
    el("span", "Click a name to see where it attends, a value to see where it comes from."),
  );

function variableRows(run) {
  const live = liveCells(run, state.position);
  const looked = readCells(run);
  return layered.map((step, row) => {
    const layer = data.layers[step.name];
    const isFirst = row === 0 || data.layers[layered[row - 1].name] !== layer;
    const cells = run.tokens.map((_, i) => valueCell(run, step, i, live, looked));
    return [
      isFirst ? groupRow(run, layerTitle(layer)) : null,
      tableRow("", stepButton(step), cells),
    ];
  });
}

const stepButton = (step) =>
  button(
    [
      el("i", KINDS[step.kind][0]),
      `${briefly(step.name)}${state.off.has(step.name) ? " (off)" : ""}`,
    ],
    () => update({ step: step.name, cell: null }, `[data-step="${step.name}"]`),
    {
      "data-step": step.name,
      "aria-pressed": String(state.step === step.name),
      title: `${step.name}: ${KINDS[step.kind][1]}`,
    },
  );

// The cells that the chosen cell was made of.
function readCells(run) {
  if (!state.cell) return new Set();
  const { because } = causeOf(run, state.cell.name, state.cell.position);
  return new Set(because.map((link) => `${link.position} ${link.name}`));
}

function valueCell(run, step, i, live, looked) {
  const key = `${i} ${step.name}`;
  const isChosen = state.cell?.name === step.name && state.cell.position === i;
  const isFirst = !state.cell && step === layered[0] && i === 0;
  const before = valueAt(state.base, step.name, i);
  const isChanged = before !== valueAt(run, step.name, i);
  return el(
    "td.cell",
    {
      class: [
        live.has(key) && "live",
        looked.has(key) && "looked",
        isChanged && "changed",
        i === state.position && "chosen-column",
      ],
      title: isChanged ? `originally ${spell(before)}` : null,
      "data-cell": key,
      tabindex: isChosen || isFirst ? "0" : null,
      "aria-selected": isChosen ? "true" : null,
    },
    shown(valueAt(run, step.name, i)),
  );
}

function chooseCell(name, position) {
  const scored = !pooled && isScored(state.run, position);
  update(
    { cell: { name, position }, step: name, position: scored ? position : state.position },
    `[data-cell="${position} ${name}"]`,
  );
}

// The variable and the position of a cell.
function placeOf(cell) {
  const [position, name] = cell.dataset.cell.split(" ");
  return [name, Number(position)];
}

function moveInGrid(event) {
  const move = ARROWS[event.key];
  const from = event.target.closest("[data-cell]");
  if (!from || !move) return;
  event.preventDefault();
  const [name, place] = placeOf(from);
  const step = layered[layered.findIndex((one) => one.name === name) + move[0]];
  const column = place + move[1];
  if (step && column >= 0 && column < state.tokens.length) chooseCell(step.name, column);
}

// The votes of each class at each position, where they are few enough to read.
function classRows(run) {
  const { classes } = program.output;
  if (!classes || classes.length > MAX_CLASSES) return [];
  const best = run.votes.map(winner);
  const cell = (row, i, c) =>
    el("td.votes", { class: best[i] === c && isScored(run, i) && "won" }, grouped(row[c]));
  return [
    groupRow(run, "votes"),
    ...classes.map((name, c) =>
      tableRow("", ["for ", valueTag(name)], run.votes.map((row, i) => cell(row, i, c))),
    ),
  ];
}

function answerRow(run) {
  const whole = { colspan: run.tokens.length, css: { "text-align": "left" } };
  const cells = pooled ? el("td", whole, valueTag(run.labels)) : valueCells(run.labels);
  return tableRow("after", "output", cells);
}

// --- arcs -----------------------------------------------------------------------------------------

function arcRow(run, width) {
  const attention = run.attention.get(state.step);
  const height = attention ? `${ARC_HEIGHT + 6}px` : "0";
  return el(
    "tr",
    attention ? el("th.small.muted", { css: { "vertical-align": "bottom" } }, "attends to") : el("td"),
    el(
      "td",
      { colspan: run.tokens.length, css: { height, border: "0" } },
      attention ? arcs(run, attention, width) : null,
    ),
  );
}

function arcs(run, attention, width) {
  const total = width * run.tokens.length;
  const here = state.cell?.name === state.step ? state.cell.position : state.position;
  const order = attention.map((_, i) => i).sort((a, b) => (a === here) - (b === here));
  const drawn = order.map((i) =>
    attention[i].used.map((j) => arc(i, j, width, attention[i].reason, i === here)),
  );
  return svg(
    "svg",
    {
      width: total,
      height: ARC_HEIGHT,
      viewBox: `0 0 ${total} ${ARC_HEIGHT}`,
      role: "img",
      "aria-label": `Where ${state.step} attends from each position`,
    },
    drawn,
  );
}

// From position i up and over to position j, with a tip where it arrives.
function arc(i, j, width, reason, isHere) {
  const [from, to] = [(i + 0.5) * width + 4, (j + 0.5) * width - 4];
  const ground = ARC_HEIGHT - 2;
  const top = ground - 1.3 * Math.min(ARC_HEIGHT - 8, 16 + Math.abs(i - j) * 11);
  const path = i === j ? "c 8 -22 -16 -22 -8 0" : `C${from} ${top} ${to} ${top} ${to} ${ground}`;
  const here = isHere && "here";
  return [
    svg("path.arc", {
      class: [here, reason === "default" && "missed"],
      d: `M${from} ${ground} ${path}`,
    }),
    svg("path.tip", { class: here, d: `M${to - 4} ${ground - 6} h8 l-4 7 z` }),
  ];
}
