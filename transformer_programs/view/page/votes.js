// The weights of the classifier: by feature and class, and the largest gaps between two classes.

const MOST_FEATURES = 24;
const MOST_WEIGHTS = 200;
const WEIGHT_ROW = 24;
const LETTER = 7.3; // the width of one
const compared = { first: 0, second: Math.min(1, (program.output.classes?.length ?? 1) - 1) };

function compareWith(changes) {
  Object.assign(compared, changes);
  drawPanel();
}

function drawVotes(panel) {
  const { classes } = program.output;
  const options = classes.map((name, i) => [i, shown(name)]);
  const picker = (label, side) =>
    selectBox(label, options, compared[side], (value) => compareWith({ [side]: value }));
  panel.replaceChildren(
    el("div.fields", picker("Compare class", "first"), picker("with class", "second")),
    el("div.two", card(gapTable()), weightCard()),
  );
}

// Every (variable = value), and each number, with its row of weights.
const features = () =>
  program.output.votes.flatMap(({ reads, weights }) => {
    const { values } = program.types.get(reads);
    const what = (value) => (values ? [" = ", valueTag(values[value])] : " × its number");
    return weights.map((row, value) => ({ tag: [mono(reads), what(value)], row }));
  });

function gapTable() {
  const { first, second } = compared;
  const [one, other] = [first, second].map((c) => program.output.classes[c]);
  const gap = ({ row }) => Math.abs(row[first] - row[second]);
  const ranked = features()
    .filter((feature) => gap(feature) !== 0)
    .sort((a, b) => gap(b) - gap(a))
    .slice(0, MOST_FEATURES);
  const most = Math.max(1, ...ranked.map(gap));
  return [
    el("h2", "Largest gaps between ", valueTag(one), " and ", valueTag(other)),
    note("Bars to the right favour the first class, bars to the left the second."),
    duelTable(
      "table#gaps",
      ["feature", valueTag(one), valueTag(other), "gap"],
      ranked.map(({ tag, row }) => duelRow({}, tag, row[first], row[second], most)),
    ),
  ];
}

function weightCard() {
  const { votes, scale } = program.output;
  const vote = votes.find((other) => other.reads === compared.variable) ?? votes[0];
  const options = votes.map(({ reads }) => [reads, reads]);
  const choose = (variable) => compareWith({ variable });
  return card(
    el("h2", "All weights of a variable"),
    el("div.fields", selectBox("Variable", options, vote.reads, choose)),
    el("div.scroll", REGION, weightPicture(vote)),
    scale === 1 ? null : note(`The network's own weights are these divided by ${grouped(scale)}.`),
    saveButton("votes"),
  );
}

// A row for each value, a column for each class, larger weights darker.
function weightPicture({ reads, weights }) {
  const { values } = program.types.get(reads);
  const rows = weights.slice(0, MOST_WEIGHTS);
  const names = rows.map((_, value) => (values ? shown(values[value]) : "each 1"));
  const classes = program.output.classes.map(shown);
  const longest = (texts) => texts.reduce((most, text) => Math.max(most, text.length), 0);
  const left = 17 + LETTER * Math.min(30, Math.max(longest(names), reads.length));
  const column = 17 + LETTER * Math.min(16, longest([...classes, ...rows.flat().map(grouped)]));
  const most = Math.max(1, ...rows.flat().map(Math.abs));
  const [width, height] = [left + column * classes.length, WEIGHT_ROW * (rows.length + 1) + 8];
  const text = (x, row, content, kind = "") =>
    svg(`text${kind}`, { x, y: WEIGHT_ROW * (row + 0.5) + 4 }, content);
  const right = (c) => left + column * (c + 1) - 8;
  const cell = (weight, row, c) => [
    svg("rect", {
      class: weight < 0 ? "against" : "for",
      ...{ x: left + column * c, y: WEIGHT_ROW * row, width: column - 1, height: WEIGHT_ROW - 1 },
      opacity: (0.45 * Math.abs(weight)) / most,
    }),
    text(right(c), row, grouped(weight), ".number"),
  ];
  return svg(
    "svg#votes",
    { width, height, viewBox: `0 0 ${width} ${height}` },
    text(0, 0, shorten(reads, left), ".faint"),
    classes.map((name, c) => text(right(c), 0, shorten(name, column), ".number.faint")),
    rows.map((row, i) => [
      text(0, i + 1, shorten(names[i], left)),
      row.map((weight, c) => cell(weight, i + 1, c)),
    ]),
  );
}
