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
const layerTitle = (layer) => (layer === 0 ? "inputs" : `layer ${layer - 1}`);

const longest = (texts) => texts.reduce((most, text) => Math.max(most, text.length), 0);

function columnWidth(run) {
  const values = program.steps.flatMap(({ name }) => run.tokens.map((_, i) => valueAt(run, name, i)));
  const texts = [...run.tokens, ...values].map(shown);
  const votes = run.votes.flat().map((score) => grouped(score).slice(1)); // in narrower letters
  return Math.min(112, Math.max(44, longest([...texts, ...votes]) * 8 + 14));
}

// Long names are broken on a phone, where there is no room for them.
function nameWidth() {
  const names = [...program.steps.map(({ name }) => name), ...(program.output.classes ?? [])];
  return Math.min(window.innerWidth < 560 ? 142 : 360, 44 + 8 * longest(names));
}

function drawRun(panel) {
  const { run } = state;
  const [names, width] = [nameWidth(), columnWidth(run)];
  const place = followed();
  const column = (pixels) => el("col", { css: { width: `${pixels}px` } });
  const word = (token, i) =>
    el("td", { class: i === state.position && "chosen-column" }, valueTag(token));
  const rows = [tableRow("after", "word", run.tokens.map(word)), variableRows(run, place)];
  const room = names + width * run.tokens.length;
  const table = el(
    "table.values",
    {
      role: "grid",
      "aria-label": "Variables at each position",
      css: { width: `${room}px` },
      onkeydown: moveInGrid,
      onclick: (event) => {
        const cell = event.target.closest("[data-cell]");
        if (cell) chooseCell(placeOf(cell.dataset.cell));
      },
    },
    el("colgroup", column(names), run.tokens.map(() => column(width))),
    el("tbody", arcRow(run, width, place), rows, votesRows(run)),
  );
  const why = whyHere();
  const votes = why.rows.length > 0 && votesTable(why, place);
  const beside = [card(whyTitle(why), votes), pastCard(run, place)];
  const values = card(el("div.scroll", table), legend(run.attention.get(place.name)));
  if (pooled) {
    // The decision and its votes first: the values of every word of a text take much room.
    panel.replaceChildren(el("div.two", beside), values, whatIfCard(run, place));
    return;
  }
  const css = { "--left": `${Math.max(420, room + 34)}px` };
  const left = el("div", values, whatIfCard(run, place));
  panel.replaceChildren(el("div.two.values-left", { css }, left, el("div.beside", beside)));
  const [box, chosen] = [".scroll", ".chosen-column"].map((one) => panel.querySelector(one));
  if (chosen) box.scrollLeft = chosen.offsetLeft + 2 * width - box.clientWidth; // in sight
}

const legend = (attention) =>
  el(
    "p.legend.small.muted",
    el("span", el("i.live"), `has a part in ${theAnswer()}`),
    heads.length > 0 && el("span", el("i"), "was read to make the value that is followed"),
    attention?.some(isDefault) ? el("span", "dashed: no position matches, so position 0 is read") : null,
    el("span", `Click ${heads.length > 0 ? "a name to see where it attends, " : ""}a value to see where it comes from.`),
  );

// --- rows of the table ----------------------------------------------------------------------------

const tableRow = (kind, name, cells) =>
  el("tr", { class: kind }, el("th", { scope: "row" }, name), cells);
const groupRow = (run, title) =>
  el("tr.group", el("th", title), el("td", { colspan: run.tokens.length }));

function variableRows(run, place) {
  const { because } = causeOf(run, place.name, place.position);
  const marks = {
    live: liveCells(run, state.position),
    looked: new Set(because.map(({ name, position }) => `${position} ${name}`)),
    chosen: `${place.position} ${place.name}`,
  };
  return layered.map((step, row) => {
    const layer = data.layers[step.name];
    const isFirst = row === 0 || data.layers[layered[row - 1].name] !== layer;
    const cells = run.tokens.map((_, i) => valueCell(run, step, i, marks));
    return [
      isFirst ? groupRow(run, layerTitle(layer)) : null,
      tableRow("", stepButton(step, step.name === place.name), cells),
    ];
  });
}

function stepButton({ name, kind }, isChosen) {
  const text = [el("i", KINDS[kind][0]), breakable(name), state.off.has(name) ? " (off)" : ""];
  return button(text, () => chooseStep(name, `[data-step="${name}"]`), {
    "data-step": name,
    "aria-pressed": String(isChosen),
    title: KINDS[kind][1],
  });
}

function valueCell(run, { name }, i, { live, looked, chosen }) {
  const key = `${i} ${name}`;
  const [value, before] = [run, state.base].map((one) => valueAt(one, name, i));
  const marks = {
    live: live.has(key),
    looked: looked.has(key),
    changed: value !== before,
    "chosen-column": i === state.position,
  };
  const properties = {
    class: Object.keys(marks).filter((mark) => marks[mark]),
    title: marks.changed ? `originally ${spell(before)}` : null,
    "data-cell": key,
    tabindex: key === chosen ? "0" : null,
    "aria-selected": key === chosen ? "true" : null,
  };
  return el("td.cell", properties, breakable(shown(value)));
}

function chooseCell({ name, position }) {
  const scored = !pooled && isScored(state.run, position);
  update(
    { cell: { name, position }, position: scored ? position : state.position },
    `[data-cell="${position} ${name}"]`,
  );
}

function moveInGrid(event) {
  const move = ARROWS[event.key];
  const from = event.target.closest("[data-cell]");
  if (!from || !move) return;
  event.preventDefault();
  const here = placeOf(from.dataset.cell);
  const step = layered[layered.findIndex(({ name }) => name === here.name) + move[0]];
  const position = here.position + move[1];
  if (step && position in state.tokens) chooseCell({ name: step.name, position });
}

// The votes for each class, where the classes are few enough to read.
function votesRows(run) {
  const { classes = [] } = program.output;
  const best = run.votes.map((row, i) => (!pooled && isScored(run, i) ? winner(row) : null));
  const cell = (row, i, c) => el("td.votes", { class: best[i] === c && "won" }, grouped(row[c]));
  const votes = classes.map((name, c) =>
    tableRow("", ["for ", valueTag(name)], run.votes.map((row, i) => cell(row, i, c))),
  );
  const isShort = votes.length > 0 && votes.length <= MAX_CLASSES;
  return isShort ? [groupRow(run, "votes"), votes] : null;
}

// --- arcs -----------------------------------------------------------------------------------------

// A categorical head without a match reads position 0.
const isDefault = ({ found, used }) => found.length === 0 && used.length > 0;

function arcRow(run, width, { name, position }) {
  const attention = run.attention.get(name);
  if (!attention) return null;
  const order = attention.map((_, i) => i).sort((a, b) => (a === position) - (b === position));
  const drawn = order.map((i) =>
    attention[i].used.map((j) => arc(i, j, width, isDefault(attention[i]), i === position)),
  );
  const label = `Where ${name} attends from each position`;
  const size = { width: width * run.tokens.length, height: ARC_HEIGHT };
  const picture = svg("svg", { ...size, role: "img", "aria-label": label }, drawn);
  const css = { height: `${ARC_HEIGHT + 6}px`, border: "0" };
  return el(
    "tr",
    el("th.small.muted", { css: { "vertical-align": "bottom" } }, "attends to"),
    el("td", { colspan: run.tokens.length, css }, picture),
  );
}

// From position i up and over to position j, with a tip where it arrives.
function arc(i, j, width, isMissed, isHere) {
  const [from, to] = [(i + 0.5) * width + 4, (j + 0.5) * width - 4];
  const ground = ARC_HEIGHT - 2;
  const top = ground - 1.3 * Math.min(ARC_HEIGHT - 8, 16 + Math.abs(i - j) * 11);
  const path = i === j ? "c 8 -22 -16 -22 -8 0" : `C${from} ${top} ${to} ${top} ${to} ${ground}`;
  const here = isHere && "here";
  return [
    svg("path.arc", { class: [here, isMissed && "missed"], d: `M${from} ${ground} ${path}` }),
    svg("path.tip", { class: here, d: `M${to - 4} ${ground - 6} h8 l-4 7 z` }),
  ];
}
