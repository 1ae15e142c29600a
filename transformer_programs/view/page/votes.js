// The weights of the classifier: what tells two classes apart, the largest gaps first.

const MAX_FEATURES = 200;
const MAX_EXAMPLES = 4; // of the words with a value
let compared = null; // two classes; null: the chosen answer and its runner-up

function featureTag({ reads, value }) {
  const { values } = program.types.get(reads);
  if (!values) return [mono(reads), " × its number"];
  const words = wordsWith(reads, value).filter((word) => !isStandIn(word));
  const some = words.slice(0, MAX_EXAMPLES).map((word, i) => [i > 0 ? ", " : " (", valueTag(word)]);
  const more = words.length > MAX_EXAMPLES ? ` and ${grouped(words.length - MAX_EXAMPLES)} more` : "";
  const isListed = words.length > 0 && !same(words, [values[value]]);
  const list = isListed && el("span.small.muted", some, more, ")");
  return [mono(reads), " = ", valueTag(values[value]), list];
}

function answerAndRunnerUp({ classes }) {
  const { label, rival } = whyOf(state.run, state.position);
  const first = Math.max(0, classes.indexOf(label));
  const others = classes.map((_, c) => c).filter((c) => c !== first);
  return { first, second: rival === null ? (others[0] ?? first) : classes.indexOf(rival) };
}

function drawVotes(panel) {
  const { classes, scale, votes } = program.output;
  const sides = compared ?? answerAndRunnerUp(program.output);
  const { first, second } = sides;
  const [one, other] = [first, second].map((c) => valueTag(classes[c]));
  const picker = (label, side) => {
    const options = classes.map((name, i) => [i, shown(name)]);
    return selectBox(label, options, sides[side], (chosen) => {
      compared = { ...sides, [side]: chosen };
      drawPanel();
    });
  };
  // every (variable = value), and each number, with its row of weights
  const features = votes.flatMap(({ reads, weights }) =>
    weights.map((row, value) => ({ reads, value, row })),
  );
  const gap = ({ row }) => Math.abs(row[first] - row[second]);
  const ranked = features.filter(gap).sort((a, b) => gap(b) - gap(a)).slice(0, MAX_FEATURES);
  const most = Math.max(1, ...ranked.map(gap));
  const rows = ranked.map((feature) => {
    const { row } = feature;
    return duelRow({}, featureTag(feature), row[first], row[second], most);
  });
  panel.replaceChildren(
    el("div.fields", picker("Compare class", "first"), picker("with class", "second")),
    card(
      note("Bars to the right favour the first class, bars to the left the second."),
      duelTable("table#gaps", ["feature", one, other, "gap"], rows),
      scale === 1 ? null : note(`The network's own weights are these divided by ${grouped(scale)}.`),
    ),
  );
}
