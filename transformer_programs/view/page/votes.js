// The weights of the classifier: by feature and class, and what tells two classes apart.

const MOST_FEATURES = 24;
const compared = { first: 0, second: 1, variable: "" };

function drawVotes(panel) {
  const { output } = program;
  if (output.answer !== undefined || output.votes.length === 0) {
    panel.replaceChildren(
      el(
        "div",
        { class: "card" },
        el("p", {
          text:
            output.answer !== undefined
              ? `This program does not vote: its answer is the value of ${output.answer}.`
              : "No variable votes: the answer is always the first class.",
        }),
      ),
    );
    return;
  }
  const { classes } = output;
  compared.second = Math.min(compared.second, classes.length - 1);
  const options = classes.map((name, i) => [String(i), shown(name)]);
  const again = (changes) => {
    Object.assign(compared, changes);
    drawPanel();
  };
  panel.replaceChildren(
    el(
      "div",
      { class: "fields" },
      selectBox("What tells", options, String(compared.first), (value) =>
        again({ first: Number(value) }),
      ),
      selectBox("from", options, String(compared.second), (value) =>
        again({ second: Number(value) }),
      ),
    ),
    el(
      "div",
      { class: "two" },
      el("div", { class: "card" }, gapTable()),
      el("div", { class: "card" }, weightTable(again)),
    ),
  );
}

// Every (variable = value), and each number, with its row of weights.
function features() {
  return program.output.votes.flatMap((vote) => {
    const type = program.types.get(vote.reads);
    return vote.weights.map((weights, value) => ({
      name: vote.reads,
      value: type.values ? type.values[value] : null,
      weights,
    }));
  });
}

const featureTag = ({ name, value }) =>
  el(
    "span",
    {},
    el("span", { class: "mono", text: name }),
    value === null ? " × its number" : [" = ", valueTag(value)],
  );

function gapTable() {
  const { first, second } = compared;
  const { classes } = program.output;
  const gap = (feature) => feature.weights[first] - feature.weights[second];
  const ranked = features()
    .filter((feature) => gap(feature) !== 0)
    .sort((a, b) => Math.abs(gap(b)) - Math.abs(gap(a)))
    .slice(0, MOST_FEATURES);
  const most = Math.max(1, ...ranked.map((feature) => Math.abs(gap(feature))));
  return el(
    "div",
    {},
    el(
      "h2",
      {},
      "Largest gaps between ",
      valueTag(classes[first]),
      " and ",
      valueTag(classes[second]),
    ),
    el("p", {
      class: "small muted",
      text: "To the right: speaks for the first class; to the left: for the second.",
    }),
    scrolledTable(
      { class: "list full", id: "gaps" },
      [
        el("th", { text: "feature" }),
        el("th", { class: "number minor" }, valueTag(classes[first])),
        el("th", { class: "number minor" }, valueTag(classes[second])),
        el("th"),
        el("th", { class: "number", text: "gap" }),
      ],
      ranked.map((feature) =>
        el(
          "tr",
          {},
          el("td", {}, featureTag(feature)),
          el("td", { class: "number minor", text: grouped(feature.weights[first]) }),
          el("td", { class: "number minor", text: grouped(feature.weights[second]) }),
          el("td", {}, bar(gap(feature), most)),
          el("td", { class: "number", text: signed(gap(feature)) }),
        ),
      ),
    ),
  );
}

// All weights of one variable, larger ones darker.
function weightTable(again) {
  const { classes, votes } = program.output;
  const vote = votes.find((other) => other.reads === compared.variable) ?? votes[0];
  const type = program.types.get(vote.reads);
  const most = Math.max(1, ...vote.weights.flat().map(Math.abs));
  const cell = (weight) => {
    const share = Math.round((Math.abs(weight) / most) * 60);
    const colour = weight < 0 ? "var(--against)" : "var(--for)";
    return el("td", {
      class: "number",
      text: grouped(weight),
      css: { background: `color-mix(in srgb, ${colour} ${share}%, transparent)` },
    });
  };
  const name = (value) => (type.values ? valueTag(type.values[value]) : "each 1");
  return el(
    "div",
    {},
    el("h2", { text: "All weights of a variable" }),
    el(
      "div",
      { class: "fields" },
      selectBox(
        "Variable",
        votes.map((v) => [v.reads, v.reads]),
        vote.reads,
        (variable) => again({ variable }),
      ),
    ),
    scrolledTable(
      { class: "list" },
      [
        el("th", { text: "value" }),
        ...classes.map((c) => el("th", { class: "number" }, valueTag(c))),
      ],
      vote.weights
        .slice(0, 200)
        .map((weights, value) =>
          el("tr", {}, el("td", {}, el("b", {}, name(value))), weights.map(cell)),
        ),
    ),
    program.output.scale === 1
      ? null
      : el("p", {
          class: "small muted",
          text: `The network's own weights are these divided by ${grouped(program.output.scale)}.`,
        }),
  );
}
