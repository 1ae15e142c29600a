// What each step knows: the predicate of a head, the table of a function, the words of each value.

const MOST_WORDS = 60; // of one value, until one searches

const searched = { text: "" };

function drawTables(panel) {
  const step = program.step.get(state.step);
  const options = program.steps.map((s) => [s.name, `${GLYPHS[s.kind]} ${s.name}`]);
  const searches = program.steps.some((s) => s.kind === "token");
  panel.replaceChildren(
    el(
      "div",
      { class: "fields" },
      selectBox("Step", options, step.name, (name) => update({ step: name })),
      searches ? searchField() : null,
    ),
    el("div", { id: "found" }, searchResult()),
    el("div", { class: "card" }, contentOf(step)),
  );
}

function contentOf(step) {
  const sentence = data.says[step.name] || KINDS[step.kind];
  const head = [
    el("h2", { class: "mono", text: step.name }),
    el("p", { class: "muted", text: sentence }),
  ];
  const code = [el("h3", { text: "As code" }), el("pre", { text: data.code[step.name] })];
  switch (step.kind) {
    case "token":
      return el("div", {}, head, wordGroups(step));
    case "categorical_head":
    case "numerical_head":
      return el(
        "div",
        {},
        head,
        el("div", { class: "two" }, predicateGrid(step), el("div", {}, code)),
      );
    case "mlp":
      return el(
        "div",
        {},
        head,
        el("div", { class: "two" }, step.cells ? tableGrid(step) : null, el("div", {}, code)),
      );
    default:
      return el("div", {}, head, code);
  }
}

// --- words ----------------------------------------------------------------------------------------

function searchField() {
  return el(
    "label",
    { class: "field" },
    "Search a word",
    el("input", {
      type: "text",
      id: "search",
      value: searched.text,
      spellcheck: "false",
      dir: "auto",
      oninput: (event) => {
        searched.text = event.target.value;
        byId("found").replaceChildren(...searchResult());
      },
    }),
  );
}

// The words that hold the searched text, and their value in every word variable.
function searchResult() {
  const text = searched.text.trim().toLowerCase();
  if (text === "") return [];
  const { words } = program.vocabulary;
  const hits = words.map((w, i) => [w, i]).filter(([w]) => w.toLowerCase().includes(text));
  hits.sort(
    ([a], [b]) => (b.toLowerCase() === text) - (a.toLowerCase() === text) || a.length - b.length,
  );
  const steps = program.steps.filter((step) => step.kind === "token");
  const rows = hits.slice(0, 20).map(([w, i]) =>
    el(
      "tr",
      {},
      el("td", {}, valueTag(w)),
      steps.map((step) => el("td", {}, valueTag(symbolOf(step.type, step.lookup[i])))),
    ),
  );
  return [
    el(
      "div",
      { class: "card" },
      el("p", {
        id: "hits",
        text: `${plural(hits.length, "word")} found${hits.length > 20 ? ", 20 shown" : ""}.`,
      }),
      rows.length > 0
        ? scrolledTable(
            { class: "list" },
            [
              el("th", { text: "word" }),
              ...steps.map((step) => el("th", { class: "mono", text: step.name })),
            ],
            rows,
          )
        : null,
    ),
  ];
}

// The words of each value, most words first.
function wordGroups(step) {
  const groups = new Map();
  program.vocabulary.words.forEach((w, i) => {
    const value = step.lookup[i];
    if (!groups.has(value)) groups.set(value, []);
    groups.get(value).push(w);
  });
  const isItself = [...groups].every(
    ([value, words]) => words.length === 1 && symbolOf(step.type, value) === words[0],
  );
  if (isItself) {
    return el(
      "div",
      {},
      el("p", {
        text: `Each of the ${plural(program.vocabulary.words.length, "word")} is its own value.`,
      }),
      wordList(program.vocabulary.words, MOST_WORDS * 5),
    );
  }
  const rows = [...groups]
    .sort(([a], [b]) => a - b)
    .map(([value, words]) =>
      el(
        "tr",
        {},
        el("td", {}, el("b", {}, valueTag(symbolOf(step.type, value)))),
        el("td", { class: "number", text: grouped(words.length) }),
        el("td", {}, wordList(words, MOST_WORDS)),
      ),
    );
  return scrolledTable(
    { class: "list", id: "words-of" },
    [el("th", { text: "value" }), el("th", { class: "number", text: "words" }), el("th")],
    rows,
  );
}

function wordList(words, most) {
  const box = el("div", { class: "words" });
  const show = (count) => {
    const tags = words.slice(0, count).map((w) => el("span", {}, valueTag(w)));
    const more = words.length - count;
    if (more > 0) {
      tags.push(
        el("button", {
          type: "button",
          class: "quiet small",
          text: `${grouped(more)} more`,
          onclick: () => show(count + 500),
        }),
      );
    }
    box.replaceChildren(...tags);
  };
  show(most);
  return box;
}
