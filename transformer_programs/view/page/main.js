// Tabs and keys; then the first input is run.

const PANELS = [
  ["run", "Run", drawRun],
  ["flow", "Flow", drawFlow],
  ...(heads.length > 0 ? [["attention", "Attention", drawAttention]] : []),
  ["step", "Step", drawStep],
  ...(program.output.votes?.length > 0 ? [["votes", "Votes", drawVotes]] : []),
  ["code", "Code", (panel) => panel.replaceChildren(el("pre#file", REGION, data.file))],
];

function tabButton([id, title]) {
  const selected = state.tab === id;
  return button(title, () => openTab(id), {
    role: "tab",
    id: `tab-${id}`,
    "aria-controls": "panel",
    "aria-selected": String(selected),
    tabindex: selected ? "0" : "-1",
  });
}

function openTab(id) {
  const focused = byId("tabs").contains(document.activeElement);
  update({ tab: id }, focused ? `#tab-${id}` : null);
  byId(`tab-${id}`).scrollIntoView({ block: "nearest", inline: "nearest" });
}

function drawPanel() {
  const [id, , draw] = PANELS.find(([name]) => name === state.tab);
  byId("tabs").replaceChildren(...PANELS.map(tabButton));
  if (!state.run) return;
  byId("panel").setAttribute("aria-labelledby", `tab-${id}`);
  draw(byId("panel"));
}

function moveBetweenTabs(event) {
  const now = PANELS.findIndex(([id]) => id === state.tab);
  const move = ARROWS[event.key]?.[1] || { Home: -now, End: -1 - now }[event.key];
  if (move === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  openTab(PANELS[(now + move + PANELS.length) % PANELS.length][0]);
}

function drawTop() {
  const { output, steps, maxLength, vocabulary } = program;
  document.title = `${data.name}: a Transformer Program`;
  byId("title").textContent = data.name;
  const facts = [
    data.description.replace(/\.$/, ""),
    maxLength === null ? "any number of words" : `up to ${plural(maxLength, "word")}`,
    pooled && maxLength !== null && `longer texts are cut`,
    plural(vocabulary.words.length, "known word"),
    plural(steps.length, "step"),
    output.classes && plural(output.classes.length, "class", "classes"),
  ];
  byId("facts").textContent = facts.filter(Boolean).join(" · ");
  byId("claims").replaceChildren(...data.claims.map((text) => el("li", text)));
  byId("claims").hidden = data.claims.length === 0;
}

function start() {
  const address = location.hash; // before what is shown first changes it
  drawTop();
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    rerun({ tokens: splitWords(byId("words").value) });
  });
  byId("tabs").addEventListener("keydown", moveBetweenTabs);
  byId("examples").replaceChildren(...data.examples.map(exampleButton));
  drawPanel();
  tryInput(data.examples[0]?.tokens ?? []);
  if (state.run) update({ position: tellingPosition() });
  follow(address);
  window.addEventListener("hashchange", () => follow(location.hash));
}

// The answer to open on: the rarest in this run; of equals the one with most values behind it, then
// the last.
function tellingPosition() {
  if (pooled) return null;
  const { labels } = state.run;
  const rank = (i) => ({
    i,
    count: scoredPlaces().filter((j) => labels[j] === labels[i]).length,
    parts: liveCells(state.run, i).size,
  });
  const order = (a, b) => a.count - b.count || b.parts - a.parts || b.i - a.i;
  return scoredPlaces().map(rank).sort(order)[0]?.i ?? 0;
}

// For the console of the browser, and for tests: the interpreter on any program's JSON.
const offered = { program, readProgram, runProgram, whyOf, chainOf, sentenceOf, splitWords };
window.transformerProgram = offered;

start();
