// The weights of the classifier: by feature and class, and the largest gaps between two classes.

const MOST_FEATURES = 24;
const MOST_WEIGHTS = 200;
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

// All weights of one variable, larger ones darker.
function weightTable() {
  const { classes, votes, scale } = program.output;
  const vote = votes.find((other) => other.reads === compared.variable) ?? votes[0];
  const { values } = program.types.get(vote.reads);
  const most = Math.max(1, ...vote.weights.flat().map(Math.abs));
  const cell = (weight) => el("td.number", { css: tint(weight, most) }, grouped(weight));
  const name = (value) => bold(values ? valueTag(values[value]) : "each 1");
  const options = votes.map(({ reads }) => [reads, reads]);
  const choose = (variable) => compareWith({ variable });
  const picker = selectBox("Variable", options, vote.reads, choose);
  return [
    el("h2", "All weights of a variable"),
    el("div.fields", picker),
    scrolledTable(
      "table.list",
      [el("th", "value"), classes.map((c) => el("th.number", valueTag(c)))],
      vote.weights
        .slice(0, MOST_WEIGHTS)
        .map((row, value) => el("tr", el("td", name(value)), row.map(cell))),
    ),
    scale === 1 ? null : note(`The network's own weights are these divided by ${grouped(scale)}.`),
  ];
}
