// What each step knows: the predicate of a head, the table of a function, the words of each value.

const MOST_WORDS = 60; // of one value, until one searches
const MOST_HITS = 20;

const searched = { text: "" };

function drawTables(panel) {
  const step = program.step.get(state.step);
  const options = program.steps.map(({ name, kind }) => [name, `${KINDS[kind][0]} ${name}`]);
  const searches = program.steps.some((s) => s.kind === "token");
  panel.replaceChildren(
    el(
      "div.fields",
      selectBox("Step", options, step.name, (name) => update({ step: name })),
      searches ? searchField() : null,
    ),
    el("div#found", searchResult()),
    card(stepTitle(step), contentOf(step)),
  );
}

function contentOf(step) {
  const code = [el("h3", "As code"), codeOf(step)];
  if (step.kind === "token") return wordGroups(step);
  if (step.query === undefined && !step.reads) return code;
  const grid = step.query !== undefined ? predicateGrid(step) : step.cells ? tableGrid(step) : null;
  return el("div.two.content", grid, el("div", code));
}

// --- words ----------------------------------------------------------------------------------------

function searchField() {
  const oninput = (event) => {
    searched.text = event.target.value;
    byId("found").replaceChildren(...searchResult());
  };
  const box = { type: "text", value: searched.text, spellcheck: "false", dir: "auto", oninput };
  return field("Search a word", el("input#search", box));
}

// The words that hold the searched text, and their value in every word variable.
function searchResult() {
  const text = searched.text.trim().toLowerCase();
  if (text === "") return [];
  const hits = [...program.vocabulary.words.entries()].filter(([, w]) =>
    w.toLowerCase().includes(text),
  );
  const isIt = (w) => w.toLowerCase() === text;
  hits.sort(([, a], [, b]) => isIt(b) - isIt(a) || a.length - b.length);
  const steps = program.steps.filter((step) => step.kind === "token");
  const values = (i) => steps.map((step) => symbolOf(step.type, step.lookup[i]));
  const rows = hits.slice(0, MOST_HITS).map(([i, w]) => el("tr", valueCells([w, ...values(i)])));
  const head = [el("th", "word"), steps.map((step) => el("th.mono", step.name))];
  const cut = hits.length > MOST_HITS ? `, ${MOST_HITS} shown` : "";
  return [
    card(
      el("p#hits", `${plural(hits.length, "word")} found${cut}.`),
      rows.length > 0 ? scrolledTable("table.list", head, rows) : null,
    ),
  ];
}

// The words of each value.
function wordGroups(step) {
  const { words } = program.vocabulary;
  const groups = new Map();
  words.forEach((w, i) => {
    const value = step.lookup[i];
    if (!groups.has(value)) groups.set(value, []);
    groups.get(value).push(w);
  });
  const symbol = (value) => symbolOf(step.type, value);
  if ([...groups].every(([value, group]) => group.length === 1 && symbol(value) === group[0]))
    return [
      el("p", `Each of the ${plural(words.length, "word")} is its own value.`),
      wordList(words, MOST_WORDS * 5),
    ];
  const head = [el("th", "value"), el("th.number", "words"), el("td")];
  const rows = [...groups]
    .sort(([a], [b]) => a - b)
    .map(([value, group]) =>
      el(
        "tr",
        el("td", bold(valueTag(symbol(value)))),
        el("td.number", grouped(group.length)),
        el("td", wordList(group, MOST_WORDS)),
      ),
    );
  return scrolledTable("table.list#words-of", head, rows);
}

function wordList(words, most) {
  const box = el("div.words");
  const show = (count) => {
    const tags = words.slice(0, count).map((w) => el("span", valueTag(w)));
    const more = words.length - count;
    const next = () => show(count + 500);
    if (more > 0) tags.push(button(`${grouped(more)} more`, next, { class: "quiet small" }));
    box.replaceChildren(...tags);
  };
  show(most);
  return box;
}
