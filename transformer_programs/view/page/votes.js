// The weights of the classifier: what tells two classes apart, the largest gaps first.

const MAX_FEATURES = 200;
let compared = null; // two classes: at first the chosen answer and its runner-up

// Every (variable = value), and each number, with its row of weights.
const features = () =>
  program.output.votes.flatMap(({ reads, weights }) => {
    const { values } = program.types.get(reads);
    const what = (value) => (values ? [" = ", valueTag(values[value])] : " × its number");
    return weights.map((row, value) => ({ tag: [mono(reads), what(value)], row }));
  });

function answerAndRunnerUp({ classes }) {
  const { label, rival } = whyOf(state.run, state.position);
  const first = Math.max(0, classes.indexOf(label));
  const others = classes.map((_, c) => c).filter((c) => c !== first);
  return { first, second: rival === null ? (others[0] ?? first) : classes.indexOf(rival) };
}

function drawVotes(panel) {
  const { classes, scale } = program.output;
  compared ??= answerAndRunnerUp(program.output);
  const { first, second } = compared;
  const [one, other] = [first, second].map((c) => valueTag(classes[c]));
  const picker = (label, side) => {
    const options = classes.map((name, i) => [i, shown(name)]);
    return selectBox(label, options, compared[side], (chosen) => {
      compared[side] = chosen;
      drawPanel();
    });
  };
  const gap = ({ row }) => Math.abs(row[first] - row[second]);
  const ranked = features().filter(gap).sort((a, b) => gap(b) - gap(a)).slice(0, MAX_FEATURES);
  const most = Math.max(1, ...ranked.map(gap));
  const rows = ranked.map(({ tag, row }) => duelRow({}, tag, row[first], row[second], most));
  panel.replaceChildren(
    el("div.fields", picker("Compare class", "first"), picker("with class", "second")),
    card(
      note("Bars to the right favour the first class, bars to the left the second."),
      duelTable("table#gaps", ["feature", one, other, "gap"], rows),
      scale === 1 ? null : note(`The network's own weights are these divided by ${grouped(scale)}.`),
    ),
  );
}
