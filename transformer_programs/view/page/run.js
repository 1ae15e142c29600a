// Every variable at every position; the attention of the chosen head as arcs over the tokens.

const ARC_HEIGHT = 76;
const MOST_CLASSES = 12;
const GLYPHS = {
  token: "w",
  position: "i",
  one: "1",
  categorical_head: "→",
  numerical_head: "Σ",
  mlp: "ƒ",
};
const KINDS = {
  token: "reads the word",
  position: "the position",
  one: "always 1",
  categorical_head: "head that copies",
  numerical_head: "head that adds up",
  mlp: "function",
};

function columnWidth(run) {
  let longest = 3;
  for (const token of run.tokens) longest = Math.max(longest, shown(token).length);
  for (const step of program.steps) {
    run.values.get(step.name).forEach((value) => {
      longest = Math.max(longest, shown(symbolOf(step.type, value)).length);
    });
  }
  for (const row of run.votes)
    longest = Math.max(longest, ...row.map((score) => grouped(score).length - 1));
  return Math.min(112, Math.max(44, longest * 8 + 14));
}

const columnsOf = (run, names, width) =>
  el(
    "colgroup",
    {},
    el("col", { css: { width: `${names}px` } }),
    run.tokens.map(() => el("col", { css: { width: `${width}px` } })),
  );

const nameWidth = () => (window.innerWidth < 560 ? 142 : 216);
// On a phone there is no room for the ending that learned variables have in common.
const briefly = (name) => (window.innerWidth < 560 ? name.replace(/_outputs$/, "") : name);
const layerTitle = (layer) => (layer === 0 ? "inputs" : `layer ${layer - 1}`);

function drawRun(panel) {
  const { run } = state;
  const width = columnWidth(run);
  const live = liveCells(run, state.position);
  const names = nameWidth();
  const table = el(
    "table",
    {
      class: "values",
      role: "grid",
      "aria-label": "Variables at each position",
      css: { width: `${names + width * run.tokens.length}px` },
      onkeydown: moveInGrid,
      onclick: (event) => {
        const cell = event.target.closest("[data-cell]");
        if (cell) chooseCell(...placeOf(cell));
      },
    },
    columnsOf(run, names, width),
    el(
      "tbody",
      {},
      arcRow(run, width),
      tokenRow(run),
      variableRows(run, live),
      classRows(run),
      answerRow(run),
    ),
  );
  const cell = state.cell ?? { name: state.step, position: state.position ?? 0 };
  const shownCell = el(
    "div",
    { class: "card" },
    el("p", { class: "say", id: "say" }, sayCell(run, cell)),
    el("div", { class: "scroll" }, table),
    el(
      "p",
      { class: "legend" },
      el(
        "span",
        {},
        el("i", { class: "live" }),
        pooled
          ? "has a part in the answer"
          : `has a part in the answer at position ${state.position}`,
      ),
      el("span", {}, el("i", { class: "looked" }), "was read to make the chosen value"),
      el("span", {
        text: "Click a name to see where it looks, a value to see where it comes from.",
      }),
    ),
  );
  const room = Math.max(420, names + width * run.tokens.length + 34);
  const why = whyOf(run, state.position, state.against);
  const beside = state.cell
    ? [cellCard(run, state.cell)]
    : [whyCard(why, FEW_ROWS), pastCard(run, why)];
  panel.replaceChildren(
    el(
      "div",
      { class: "two values-left", css: { "--left": `${room}px` } },
      shownCell,
      el("div", {}, beside),
    ),
  );
}

function sayCell(run, { name, position }) {
  const cause = causeOf(run, name, position);
  return [
    el("b", { class: "mono", text: name }),
    ` at position ${position} is `,
    el("b", {}, valueTag(cause.value)),
    `: ${cause.text}.`,
  ];
}

function tokenRow(run) {
  return el(
    "tr",
    { class: "after" },
    el("th", { scope: "row", text: "word" }),
    run.tokens.map((token, i) =>
      el(
        "td",
        { class: i === state.position ? "chosen-column" : "", title: `position ${i}` },
        valueTag(token),
      ),
    ),
  );
}

function variableRows(run, live) {
  const rows = [];
  let layer = -1;
  const looked = readCells(run);
  for (const step of program.steps) {
    if (data.layers[step.name] !== layer) {
      layer = data.layers[step.name];
      rows.push(
        el(
          "tr",
          { class: "group" },
          el("th", { text: layerTitle(layer) }),
          el("td", { colspan: run.tokens.length }),
        ),
      );
    }
    rows.push(
      el(
        "tr",
        {},
        el("th", { scope: "row" }, stepButton(step)),
        run.values.get(step.name).map((value, i) => valueCell(run, step, value, i, live, looked)),
      ),
    );
  }
  return rows;
}

function stepButton(step) {
  return el(
    "button",
    {
      type: "button",
      "data-step": step.name,
      "aria-pressed": String(state.step === step.name),
      title: `${step.name}: ${KINDS[step.kind]}`,
      onclick: () => {
        update({ step: step.name, cell: null });
        document.querySelector(`[data-step="${step.name}"]`)?.focus();
      },
    },
    el("i", { text: GLYPHS[step.kind] }),
    `${briefly(step.name)}${state.off.has(step.name) ? " (off)" : ""}`,
  );
}

// The cells that the chosen cell was made of.
function readCells(run) {
  if (!state.cell) return new Set();
  const { because } = causeOf(run, state.cell.name, state.cell.position);
  return new Set(because.map((link) => `${link.position} ${link.name}`));
}

function valueCell(run, step, value, i, live, looked) {
  const key = `${i} ${step.name}`;
  const isChosen = state.cell?.name === step.name && state.cell.position === i;
  const changed = run !== state.base && state.base.values.get(step.name)[i] !== value;
  const classes = [
    "cell",
    live.has(key) && "live",
    looked.has(key) && "looked",
    changed && "changed",
    i === state.position && "chosen-column",
  ].filter(Boolean);
  const first = !state.cell && step === program.steps[0] && i === 0;
  return el("td", {
    class: classes.join(" "),
    "data-cell": key,
    tabindex: isChosen || first ? "0" : undefined,
    "aria-selected": isChosen ? "true" : undefined,
    text: shown(symbolOf(step.type, value)),
  });
}

function chooseCell(name, position) {
  const scored = !pooled && isScored(state.run, position);
  update({ cell: { name, position }, step: name, position: scored ? position : state.position });
  document.querySelector(`[data-cell="${position} ${name}"]`)?.focus();
}

// The variable and the position of a cell.
function placeOf(cell) {
  const [position, name] = cell.dataset.cell.split(" ");
  return [name, Number(position)];
}

function moveInGrid(event) {
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const move = moves[event.key];
  const from = event.target.closest("[data-cell]");
  if (!from || !move) return;
  event.preventDefault();
  const [name, place] = placeOf(from);
  const row = program.steps.findIndex((step) => step.name === name) + move[0];
  const column = place + move[1];
  if (program.steps[row] && column >= 0 && column < state.tokens.length) {
    chooseCell(program.steps[row].name, column);
  }
}

// The votes of each class at each position, where they are few enough to read.
function classRows(run) {
  const { classes } = program.output;
  if (!classes || classes.length > MOST_CLASSES) return [];
  const best = run.votes.map(winner);
  return [
    el(
      "tr",
      { class: "group" },
      el("th", { text: "votes" }),
      el("td", { colspan: run.tokens.length }),
    ),
    ...classes.map((name, c) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, "for ", valueTag(name)),
        run.votes.map((row, i) => {
          const won = best[i] === c && isScored(run, i);
          return el("td", { class: `votes${won ? " won" : ""}`, text: grouped(row[c]) });
        }),
      ),
    ),
  ];
}

function answerRow(run) {
  const label = el("th", { scope: "row", text: "answer" });
  if (pooled) {
    return el(
      "tr",
      { class: "after" },
      label,
      el("td", { colspan: run.tokens.length, css: { "text-align": "left" } }, valueTag(run.labels)),
    );
  }
  return el(
    "tr",
    { class: "after" },
    label,
    run.labels.map((text) => el("td", {}, valueTag(text))),
  );
}

// --- arcs -----------------------------------------------------------------------------------------

function arcRow(run, width) {
  const looks = run.looks.get(state.step);
  const caption = el(
    "th",
    { class: "small muted", css: { "vertical-align": "bottom" } },
    looks ? "looks at" : "",
  );
  const cell = el("td", {
    colspan: run.tokens.length,
    css: { height: looks ? `${ARC_HEIGHT + 6}px` : "0", border: "0" },
  });
  if (looks) cell.append(arcs(run, looks, width));
  return el("tr", {}, caption, cell);
}

function arcs(run, looks, width) {
  const total = width * run.tokens.length;
  const picture = svg("svg", {
    width: total,
    height: ARC_HEIGHT,
    viewBox: `0 0 ${total} ${ARC_HEIGHT}`,
    role: "img",
    "aria-label": `Where ${state.step} looks from each position`,
  });
  const chosen = state.cell?.name === state.step ? state.cell.position : state.position;
  const order = looks.map((_, i) => i).sort((a, b) => (a === chosen) - (b === chosen));
  for (const i of order) {
    for (const j of looks[i].used)
      picture.append(...arc(i, j, width, looks[i].reason, i === chosen));
  }
  return picture;
}

// From position i up and over to position j, with a tip where it arrives.
function arc(i, j, width, reason, here) {
  const [from, to] = [(i + 0.5) * width + 4, (j + 0.5) * width - 4];
  const ground = ARC_HEIGHT - 2;
  const height = Math.min(ARC_HEIGHT - 8, 16 + Math.abs(i - j) * 11);
  const mood = `${here ? " here" : ""}${reason === "default" ? " missed" : ""}`;
  const path =
    i === j
      ? `M${from} ${ground} c 8 -22 -16 -22 -8 0`
      : `M${from} ${ground} C${from} ${ground - height * 1.3} ${to} ${ground - height * 1.3} ${to} ${ground}`;
  return [
    svg("path", { class: `arc${mood}`, d: path }),
    svg("path", { class: `tip${here ? " here" : ""}`, d: `M${to - 4} ${ground - 6} h8 l-4 7 z` }),
  ];
}
