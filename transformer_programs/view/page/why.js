// Why an answer was given: the votes for it and for its rival, and where each value came from.

const MOST_ROWS = 40;
const FEW_ROWS = 14; // beside the table of all values

function drawWhy(panel) {
  const { run } = state;
  const why = whyOf(run, state.position, state.against);
  panel.replaceChildren(
    state.cell ? cellCard(run, state.cell) : "",
    positionPicker(run),
    el("div", { class: "two" }, whyCard(why), pastCard(run, why)),
  );
}

// Where the value of the chosen vote came from.
function pastCard(run, why) {
  const start = why.cause ?? why.rows[state.row];
  return el(
    "div",
    { class: "card" },
    el("h2", { text: start ? `Where ${start.name} came from` : "Nothing to follow" }),
    start
      ? chainList(run, start.name, start.position)
      : el("p", { class: "muted", text: "This answer needs no value." }),
  );
}

const whyCard = (why, most = MOST_ROWS) =>
  el("div", { class: "card" }, title(why), why.rows.length > 0 ? votesTable(why, most) : null);

// A value that was chosen in the table of all values.
function cellCard(run, { name, position }) {
  return el(
    "div",
    { class: "card", id: "followed" },
    el(
      "h2",
      {},
      "Following ",
      el("span", { class: "mono", text: name }),
      ` at position ${position}`,
    ),
    chainList(run, name, position),
    el(
      "p",
      {},
      el("button", {
        type: "button",
        class: "quiet small",
        text: "Back to the answer",
        onclick: () => update({ cell: null }),
      }),
    ),
  );
}

function positionPicker(run) {
  if (pooled) return "";
  const places = run.tokens.map((token, i) => [
    String(i),
    `${i}: ${shown(token)} → ${shown(run.labels[i])}`,
  ]);
  const scored = places.filter(([i]) => isScored(run, Number(i)));
  if (scored.length === 0) return "";
  return el(
    "div",
    { class: "fields" },
    selectBox("The answer at position", scored, String(state.position), (value) =>
      update({ position: Number(value), against: null, row: 0, cell: null }),
    ),
    classPicker(),
  );
}

function classPicker() {
  const { classes } = program.output;
  if (!classes || classes.length < 3) return null; // of two, the runner-up is the other one
  const label = labelAt(state.run, state.position);
  const options = [
    ["", "the runner-up"],
    ...classes
      .map((name, i) => [String(i), shown(name)])
      .filter(([i]) => classes[Number(i)] !== label),
  ];
  const chosen = state.against === null ? "" : String(classes.indexOf(state.against));
  return selectBox("and not", options, chosen, (value) =>
    update({ against: value === "" ? null : classes[Number(value)], row: 0 }),
  );
}

function title(why) {
  const where = why.position === null ? "" : ` at position ${why.position}`;
  if (!isScored(state.run, why.position)) {
    return el(
      "p",
      {},
      valueTag(why.label),
      `${where}: a begin or end word is answered with itself.`,
    );
  }
  if (why.cause) {
    return el(
      "div",
      {},
      el("h2", {}, "Why ", valueTag(why.label), `${where}?`),
      el("p", { text: `It is the value of ${why.cause.name}: ${why.cause.text}.` }),
    );
  }
  const lead = why.score - why.rivalScore;
  const rival =
    why.rival === null
      ? []
      : [
          ", ",
          valueTag(why.rival),
          ` has ${grouped(why.rivalScore)}: a lead of `,
          el("b", { text: grouped(lead) }),
        ];
  return el(
    "div",
    {},
    el("h2", {}, "Why ", valueTag(why.label), `${where}?`),
    el("p", {}, valueTag(why.label), ` has ${plural(why.score, "vote")}`, ...rival, "."),
    pooled ? classPicker() : null,
  );
}

function votesTable(why, count) {
  const most = Math.max(...why.rows.map((row) => Math.abs(row.lead)));
  const rows = why.rows.slice(0, count).map((row, i) =>
    el(
      "tr",
      {
        class: `pick${i === state.row ? " picked" : ""}`,
        tabindex: "0",
        "data-row": i,
        onclick: () => pickRow(i),
        onkeydown: (event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            pickRow(i);
          }
        },
      },
      el(
        "td",
        {},
        el("span", { class: "mono", text: row.name }),
        " = ",
        valueTag(row.value),
        why.position === null
          ? el("span", { class: "muted small", text: ` at ${row.position}` })
          : null,
      ),
      el("td", { class: "number minor", text: grouped(row.votes) }),
      el("td", { class: "number minor", text: grouped(row.against) }),
      el("td", {}, bar(row.lead, most)),
      el("td", { class: "number", text: signed(row.lead) }),
    ),
  );
  const rest = why.rows.slice(count);
  if (rest.length > 0) rows.push(restRow(rest));
  rows.push(
    el(
      "tr",
      { class: "total" },
      el("td", { text: "sum" }),
      el("td", { class: "number minor", id: "score", text: grouped(why.score) }),
      el("td", { class: "number minor", id: "rival-score", text: grouped(why.rivalScore) }),
      el("td"),
      el("td", { class: "number", text: signed(why.score - why.rivalScore) }),
    ),
  );
  const rival = why.rival === null ? "" : valueTag(why.rival);
  return scrolledTable(
    { class: "list full", id: "votes" },
    [
      el("th", { text: "value" }),
      el("th", { class: "number minor" }, "for ", valueTag(why.label)),
      el("th", { class: "number minor" }, "for ", rival),
      el("th"),
      el("th", { class: "number", text: "lead" }),
    ],
    rows,
  );
}

function restRow(rest) {
  const sum = (field) => rest.reduce((total, row) => total + row[field], 0);
  return el(
    "tr",
    {},
    el("td", { class: "muted", text: `${rest.length} smaller ones` }),
    el("td", { class: "number minor", text: grouped(sum("votes")) }),
    el("td", { class: "number minor", text: grouped(sum("against")) }),
    el("td"),
    el("td", { class: "number", text: signed(sum("lead")) }),
  );
}

function pickRow(row) {
  update({ row, cell: null, tab: "why" });
  document.querySelector(`[data-row="${row}"]`)?.focus();
}

// A chain that can be read aloud: each value once, under what it was needed for.
function chainList(run, name, position) {
  const facts = chainOf(run, name, position);
  return el(
    "ol",
    { class: "chain" },
    facts.map(({ depth, cause }) =>
      el(
        "li",
        { css: { "margin-left": `${Math.min(depth, 6) * 14}px` } },
        el(
          "p",
          {},
          el(
            "span",
            { class: "what" },
            el("span", { class: "mono", text: cause.name }),
            ` at ${cause.position} is `,
            valueTag(cause.value),
          ),
          `: ${cause.text}.`,
        ),
        lookChips(run, cause),
      ),
    ),
  );
}

// The tokens, with those marked that a head found and those it used.
function lookChips(run, cause) {
  const look = run.looks.get(cause.name)?.[cause.position];
  const isSet = cause.text === "set by hand";
  if (!look || isSet) return null;
  return el(
    "div",
    { class: "chips" },
    run.tokens.map((token, j) => {
      const used = look.used.includes(j) ? "used" : look.found.includes(j) ? "found" : "";
      return el(
        "span",
        {
          class: `${used}${j === cause.position ? " here" : ""}`,
          title: `position ${j}${used === "used" ? ": read" : used ? ": matches" : ""}`,
        },
        valueTag(token),
      );
    }),
  );
}
