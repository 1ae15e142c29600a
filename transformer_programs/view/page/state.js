// The state of the page: the input, the run, and what was chosen. `update` changes it and draws again.

const data = JSON.parse(byId("data").textContent);
const program = readProgram(data.program);
const pooled = Boolean(program.output.pooled);
// As the program is drawn: layer by layer, though simplifying may have moved steps between them.
const layered = [...program.steps].sort((a, b) => data.layers[a.name] - data.layers[b.name]);

const state = {
  tokens: [],
  base: null, // the run as it is
  run: null, // the run with what is switched off or set by hand
  position: null, // of the chosen answer; null for the one answer of a pooled program
  cell: null, // { name, position } of the chosen value; null: what the answer rests on most
  against: null, // the class that the answer is compared with; null: the runner-up
  allVotes: false, // listed, not only the largest
  off: new Set(),
  fixed: new Map(), // values set by hand, by "position name"
  tab: "run",
};

const isChanged = () => state.off.size + state.fixed.size > 0;
const whyHere = () => whyOf(state.run, state.position, state.against);
const theAnswer = () => (pooled ? "the answer" : `the answer at position ${state.position}`);

// `focus`: a selector of what has the focus then.
function update(changes, focus = null) {
  Object.assign(state, changes);
  drawStrip();
  drawPanel();
  remember();
  if (focus) document.querySelector(focus)?.focus({ preventScroll: focus === "#panel" });
}

// Run with what is given now, or say why that cannot be run.
function rerun(changes, focus = null) {
  const { tokens, off, fixed, cell } = { ...state, ...changes };
  const error = byId("error");
  try {
    const kept = new Map([...fixed].filter(([key]) => placeOf(key).position in tokens));
    const base = runProgram(program, tokens);
    const run = off.size + kept.size > 0 ? runProgram(program, tokens, off, kept) : base;
    Object.assign(state, { tokens, off, fixed: kept, base, run });
  } catch (problem) {
    if (!(problem instanceof InputError)) throw problem;
    error.textContent = problem.message;
    error.hidden = false;
    return;
  }
  error.hidden = true;
  const { run, position } = state;
  const last = tokens.length - 1;
  const scored = scoredPlaces();
  const isThere = pooled || scored.includes(position);
  const answer = isThere ? position : (scored.at(-1) ?? last);
  const shownCell = cell && cell.position <= last ? cell : null;
  update({ position: answer, cell: shownCell, against: null }, focus);
}

// The variable and the position of a "position name".
function placeOf(key) {
  const [position, name] = key.split(" ");
  return { name, position: Number(position) };
}

const scoredPlaces = () => state.tokens.map((_, i) => i).filter((i) => isScored(state.run, i));

// The value that is followed: the chosen one, or that of the largest vote for the answer, at a
// position a computed one before one of the input; else the last step.
function followed() {
  const { cause, rows } = whyHere();
  const favourable = rows.filter(({ lead }) => lead > 0);
  const computed = favourable.find(({ name }) => !pooled && data.layers[name] > 0);
  const last = { name: program.steps.at(-1).name, position: state.position ?? 0 };
  return state.cell ?? cause ?? computed ?? favourable[0] ?? last;
}

// Follow a variable at the chosen answer.
const chooseStep = (name, focus, changes = {}) =>
  update({ cell: { name, position: state.position ?? followed().position }, ...changes }, focus);

const same = (a, b) => a.length === b.length && a.every((item, i) => item === b[i]);

// The answers that are right for these tokens, where they are an example that has them.
const rightAnswers = (tokens) =>
  data.examples.find((one) => one.answers && same(one.tokens, tokens))?.answers;

// The words of a text, cut where a program cuts it; the marks <s> and </s> may be left out.
function splitWords(text) {
  const words = listedWords(text);
  if (words.length === 0) return words;
  const { begin, end } = program.vocabulary;
  const first = begin !== null && words[0] === begin ? 1 : 0;
  const last = end !== null && words.at(-1) === end ? 1 : 0;
  const inner = words.slice(first, words.length - last).slice(0, mostWords(program));
  return [...(begin === null ? [] : [begin]), ...inner, ...(end === null ? [] : [end])];
}

// The words of a text, or a JSON list of words.
function listedWords(text) {
  const words = wordsOfText(program, text);
  if (!text.trim().startsWith("[") || words.every((w) => program.index.has(w))) return words;
  try {
    const parsed = JSON.parse(text);
    const isList = Array.isArray(parsed) && parsed.length > 0;
    if (isList && ["values", "number"].includes(program.vocabulary.lists)) return parsed.map(String);
    return isList && parsed.every((w) => typeof w === "string") ? parsed : words;
  } catch {
    return words;
  }
}

// One line that `splitWords` reads as these words, without the marks.
function joinWords(tokens) {
  const { begin, end } = program.vocabulary;
  const line = tokens.filter((token) => token !== begin && token !== end).join(" ");
  return same(splitWords(line), tokens) ? line : JSON.stringify(tokens);
}
