// The weights of the classifier: the largest gaps between two classes, and all of one variable.

const MAX_FEATURES = 24;
const MAX_ROWS = 200;
const compared = { first: 0, second: Math.min(1, (program.output.classes?.length ?? 1) - 1) };

function compareWith(changes) {
  Object.assign(compared, changes);
  drawPanel();
}

function drawVotes(panel) {
  const options = program.output.classes.map((name, i) => [i, shown(name)]);
  const picker = (label, side) =>
    selectBox(label, options, compared[side], (value) => compareWith({ [side]: value }));
  panel.replaceChildren(
    el("div.fields", picker("Compare class", "first"), picker("with class", "second")),
    el("div.two", card(gapTable()), card(weightTable())),
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
    .slice(0, MAX_FEATURES);
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

// A row for each value, a column for each class, larger weights darker.
function weightTable() {
  const { votes, scale, classes } = program.output;
  const { reads, weights } = votes.find((other) => other.reads === compared.variable) ?? votes[0];
  const { values } = program.types.get(reads);
  const rows = weights.slice(0, MAX_ROWS);
  const most = Math.max(1, ...rows.flat().map(Math.abs));
  const cell = (weight) => el("td.number", { css: tint(weight, most) }, grouped(weight));
  const name = (value) => el("td", values ? valueTag(values[value]) : "each 1");
  const head = [el("td"), classes.map((label) => el("th.number", valueTag(label)))];
  const options = votes.map((vote) => [vote.reads, vote.reads]);
  return [
    el("h2", "All weights of a variable"),
    el("div.fields", selectBox("Variable", options, reads, (variable) => compareWith({ variable }))),
    scrolledTable("table.list#votes", head, rows.map((row, i) => el("tr", name(i), row.map(cell)))),
    scale === 1 ? null : note(`The network's own weights are these divided by ${grouped(scale)}.`),
  ];
}
