// The tokens, the answer under each, and whether it is right. Always in sight, above the views.

function drawStrip() {
  if (!state.run) return;
  const right = rightAnswers(state.tokens);
  const tint = tints(state.run);
  const strip = pooled ? pooledStrip(right, tint) : [tokenStrip(right, tint)];
  const said = `Blue words speak for ${theAnswer()}, orange words against it.`;
  byId("strip").replaceChildren(...strip, tint.some(({ css }) => css) ? note(said) : "");
  drawBanner();
}

// A column for each token: its position, the word, the answer, whether it is right.
function tokenStrip(right, tint) {
  const rows = ["position", "word", "answer", isChanged() && "original", right && "right"];
  const names = rows.filter(Boolean).map((name) => el("span.small.muted", name));
  const column = (token, i) => {
    const [label, original] = [state.run.labels[i], state.base.labels[i]];
    return el(
      "div",
      el("span.small.muted", i),
      el("span.word", tint[i], valueTag(token)),
      answerButton(i, label, right?.[i], original),
      isChanged() ? el("span.muted", valueTag(original)) : null,
      right ? verdict(label, right[i]) : null,
    );
  };
  return el("div.strip", el("div.names", names), state.tokens.map(column));
}

// A text with one answer: its words in the colour of what they speak for, then the answer.
function pooledStrip(right, tint) {
  const changed = isChanged();
  const [label, original] = [state.run.labels, state.base.labels];
  const words = state.tokens.map((token, i) => [el("span.word", tint[i], valueTag(token)), " "]);
  return [
    el("p.text", words),
    el(
      "div.pooled",
      el("span.muted.small", changed ? "what if" : "answer"),
      answerButton(null, label, right?.[0], original),
      changed ? el("span.muted.small", "original ", valueTag(original)) : null,
      right ? verdict(label, right[0]) : null,
    ),
  ];
}

// "right" or "wrong"; nothing where nothing is asked.
function judged(label, wanted) {
  if (wanted === null || wanted === undefined) return "";
  return label === wanted ? "right" : "wrong";
}

function answerButton(i, label, wanted, original) {
  if (!isScored(state.run, i)) return el("span.muted", valueTag(label));
  const open = () =>
    update({ position: i, against: null, cell: null, tab: "run" }, "#panel");
  return button(valueTag(label), open, {
    class: ["answer", judged(label, wanted), label !== original && "changed"],
    "data-position": i,
    "aria-pressed": String(state.position === i),
    title: "Why this answer?",
  });
}

function verdict(label, wanted) {
  const mood = judged(label, wanted);
  if (!mood) return el("span.verdict.muted", "·");
  const title = mood === "right" ? mood : `the right answer is ${spell(wanted)}`;
  const text = mood === "right" ? "✓" : el("span", "✗ ", valueTag(wanted));
  return el("span.verdict", { class: mood, title }, text);
}

function tryInput(tokens) {
  byId("words").value = joinWords(tokens);
  rerun({ tokens });
}

const exampleButton = ({ tokens, note }) =>
  button([note ? "✗ " : "", el("bdi", joinWords(tokens))], () => tryInput(tokens), {
    title: note || "Try this input",
  });
