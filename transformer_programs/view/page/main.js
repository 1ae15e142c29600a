// Tabs, theme, keys; then the first input is run.

const PANELS = [
  ["run", "Run", drawRun],
  ["flow", "Flow", drawFlow],
  ["why", "Why", drawWhy],
  ["whatif", "What if", drawWhatIf],
  ["step", "Step", drawStep],
  ["tables", "Heads and tables", drawTables],
  ["votes", "Votes", drawVotes],
];

function drawTabs() {
  byId("tabs").replaceChildren(
    ...PANELS.map(([id, title]) =>
      el("button", {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        text: title,
        "aria-controls": "panel",
        "aria-selected": String(state.tab === id),
        tabindex: state.tab === id ? "0" : "-1",
        onclick: (event) => {
          openTab(id);
          // After a click the keys belong to the view; who came by keyboard stays among the tabs.
          if (event.detail > 0) byId("panel").focus({ preventScroll: true });
        },
      }),
    ),
  );
}

function openTab(id) {
  const focused = byId("tabs").contains(document.activeElement);
  update({ tab: id });
  if (focused) byId(`tab-${id}`).focus();
  byId(`tab-${id}`).scrollIntoView({ block: "nearest", inline: "nearest" });
}

function drawPanel() {
  if (!state.run) return;
  const [id, , draw] = PANELS.find(([name]) => name === state.tab);
  drawTabs();
  const panel = byId("panel");
  panel.setAttribute("aria-labelledby", `tab-${id}`);
  draw(panel);
}

function moveBetweenTabs(event) {
  const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!move) return;
  event.preventDefault();
  event.stopPropagation();
  const now = PANELS.findIndex(([id]) => id === state.tab);
  openTab(PANELS[(now + move + PANELS.length) % PANELS.length][0]);
}

// In the step view the arrow keys step, unless one is typing or choosing.
function stepByKey(event) {
  const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  const busy = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
  if (state.tab !== "step" || !move || busy || event.altKey || event.ctrlKey || event.metaKey)
    return;
  event.preventDefault();
  update({ number: Math.max(0, Math.min(program.steps.length, state.number + move)) });
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = theme === "dark" ? "☀ Light" : "☾ Dark";
}

function start() {
  const { output, steps, maxLength, vocabulary } = program;
  document.title = `${data.name}: a Transformer Program`;
  byId("title").textContent = data.name;
  const length = maxLength === null ? "any number of words" : `up to ${plural(maxLength, "word")}`;
  const facts = [
    length,
    `${plural(vocabulary.words.length, "known word")}`,
    plural(steps.length, "step"),
  ];
  if (output.classes)
    facts.push(plural(output.classes.length, "class").replace("classs", "classes"));
  byId("facts").textContent = (data.description ? [data.description, ...facts] : facts).join(" · ");
  byId("claims").replaceChildren(...data.claims.map((text) => el("li", { text })));
  byId("claims").hidden = data.claims.length === 0;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  setTheme(dark.matches ? "dark" : "light");
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  byId("theme").addEventListener("click", () =>
    setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  );
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    setInput(splitWords(byId("words").value));
  });
  byId("tabs").addEventListener("keydown", moveBetweenTabs);
  document.addEventListener("keydown", stepByKey);
  drawExamples();
  drawTabs();
  const first = data.examples[0]?.tokens ?? [];
  byId("words").value = joinWords(first);
  setInput(first);
  if (state.run) update({ step: tellingStep() });
}

// The head that speaks loudest in the first answer; the last step where there is no such head.
function tellingStep() {
  const isHead = (name) => program.step.get(name).query !== undefined;
  const loudest = whyOf(state.run, state.position).rows.find((row) => isHead(row.name));
  return loudest?.name ?? program.steps.findLast((step) => isHead(step.name))?.name ?? state.step;
}

// For the console of the browser, and for tests: the interpreter on any program's JSON.
window.transformerProgram = {
  program,
  readProgram,
  runProgram,
  whyOf,
  chainOf,
  sentenceOf,
  ORACLES,
};

start();
