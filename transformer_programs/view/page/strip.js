// The tokens, the answer under each, and whether it is right. Always in sight, above the views.

function drawStrip() {
  if (!state.run) return;
  const right = rightAnswers(state.tokens);
  const tint = tints(state.run);
  const strip = pooled ? pooledStrip(right, tint) : [tokenStrip(right, tint)];
  const legendText = `Blue words speak for ${theAnswer()}, orange words against it.`;
  byId("strip").replaceChildren(...strip, tint.some(({ css }) => css) ? note(legendText) : "");
  drawBanner();
}

// A column for each token: its position, the word, the answer, whether it is right.
function tokenStrip(right, tint) {
  const rows = ["position", "word", "answer", isChanged() && "original", right && "right"];
  const names = rows.filter(Boolean).map((name) => el("span.small.muted", name));
  const column = (token, i) => {
    const word = el("span.word", tint[i], valueTag(token));
    return el("div", el("span.small.muted", i), word, answerCells(i, right));
  };
  return el("div.strip", el("div.names", names), state.tokens.map(column));
}

// A text with one answer: its words in the colour of what they speak for, then the answer.
function pooledStrip(right, tint) {
  const words = state.tokens.map((token, i) => [el("span.word", tint[i], valueTag(token)), " "]);
  const name = el("span.muted.small", isChanged() ? "what if" : "answer");
  return [el("p.text", words), el("div.pooled", name, answerCells(null, right))];
}

// The answer at a position, or the only one; where something is changed, the original one; and
// whether it is right, where that is known.
function answerCells(position, right) {
  const [label, original] = [state.run, state.base].map(({ labels }) => [labels].flat()[position ?? 0]);
  const wanted = right?.[position ?? 0] ?? null;
  const mood = wanted === null ? "" : label === wanted ? "right" : "wrong";
  const sign = { "": "·", right: "✓", wrong: ["✗ ", pooled && "right: ", valueTag(wanted ?? "")] }[mood];
  const open = () => update({ position, against: null, cell: null, tab: "run" }, "#panel");
  const properties = {
    class: ["answer", mood, label !== original && "changed"],
    "data-position": position,
    "aria-pressed": String(state.position === position),
    title: "Why this answer?",
  };
  return [
    isScored(state.run, position)
      ? button(valueTag(label), open, properties)
      : el("span.muted", valueTag(label)),
    isChanged() ? el("span.muted", pooled && "original ", valueTag(original)) : null,
    right ? el("span.verdict", { class: mood || "muted" }, sign) : null,
  ];
}

function tryInput(tokens) {
  byId("words").value = joinWords(tokens);
  rerun({ tokens });
}

const exampleButton = ({ tokens, note }) =>
  button([note ? "✗ " : "", el("bdi", joinWords(tokens))], () => tryInput(tokens), {
    title: note || "Try this input",
  });
