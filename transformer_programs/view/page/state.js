// What is shown now: the input, the run, and what was chosen. `update` changes it and draws again.

const data = JSON.parse(byId("data").textContent);
const program = readProgram(data.program);
const pooled = Boolean(program.output.pooled);

const state = {
  tokens: [],
  base: null, // the run as it is
  run: null, // the run with what is switched off or set by hand
  position: null, // of the chosen answer; null for the one answer of a pooled program
  cell: null, // { name, position } of the chosen value
  step: program.steps.at(-1).name, // the chosen one
  against: null,
  row: 0, // the chosen vote
  highlight: -1, // a circuit, or -1: what the chosen answer depends on
  off: new Set(),
  fixed: [],
  number: 0, // in the step view
  tab: "run",
};

const isChanged = () => state.off.size > 0 || state.fixed.length > 0;

function update(changes) {
  Object.assign(state, changes);
  drawStrip();
  drawPanel();
}

// Take a new input: run it, or say why it cannot be run.
function setInput(tokens) {
  const error = byId("error");
  try {
    const base = runProgram(program, tokens);
    const kept = state.fixed.filter((setting) => setting.position < tokens.length);
    error.hidden = true;
    Object.assign(state, { tokens, base, fixed: kept });
  } catch (problem) {
    if (!(problem instanceof InputError)) throw problem;
    error.textContent = problem.message;
    error.hidden = false;
    return;
  }
  rerun();
}

function rerun(changes = {}) {
  Object.assign(state, changes);
  state.run = isChanged() ? runProgram(program, state.tokens, state.off, state.fixed) : state.base;
  const last = state.tokens.length - 1;
  const scored = state.tokens.map((_, i) => i).filter((i) => isScored(state.run, i));
  if (pooled) state.position = null;
  else if (
    state.position === null ||
    state.position > last ||
    !isScored(state.run, state.position)
  ) {
    state.position = scored.at(-1) ?? last;
  }
  if (state.cell && state.cell.position > last) state.cell = null;
  state.against = null;
  state.row = 0;
  update({});
}

// The answers that are right for these tokens, where anybody knows them.
function rightAnswers(tokens) {
  const same = (example) =>
    example.answers &&
    example.tokens.length === tokens.length &&
    example.tokens.every((token, i) => token === tokens[i]);
  const example = data.examples.find(same);
  if (example) return example.answers;
  return data.oracle ? ORACLES[data.oracle](tokens) : null;
}

// The words of a line: separated by spaces, or a JSON list of words.
function splitWords(text) {
  const words = text.trim() === "" ? [] : text.trim().split(/\s+/u);
  if (!text.trim().startsWith("[") || words.every((w) => program.index.has(w))) return words;
  try {
    const parsed = JSON.parse(text);
    const isList = Array.isArray(parsed) && parsed.length > 0;
    if (isList && parsed.every((w) => typeof w === "string")) return parsed;
  } catch {
    return words;
  }
  return words;
}

// One line that `splitWords` reads as these words.
function joinWords(tokens) {
  const line = tokens.join(" ");
  const back = splitWords(line);
  const same = back.length === tokens.length && back.every((w, i) => w === tokens[i]);
  return same ? line : JSON.stringify(tokens);
}

const labelAt = (run, position) => (pooled ? run.labels : run.labels[position]);
