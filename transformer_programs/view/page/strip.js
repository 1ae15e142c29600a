// The tokens, the answer under each, and whether it is right. Always in sight, above the views.

function drawStrip() {
  if (!state.run) return;
  const right = rightAnswers(state.tokens);
  byId("strip").replaceChildren(...(pooled ? pooledStrip(right) : [tokenStrip(right)]));
  drawBanner();
}

function tokenStrip(right) {
  const changed = isChanged();
  const rows = ["", "word", changed ? "what if" : "answer"];
  if (changed) rows.push("original");
  if (right) rows.push("correct?");
  const css = { "grid-row": `span ${rows.length}` };
  const isShort = (text) => text === "" || text === "correct?";
  const names = rows.map((text) => el("span", { class: isShort(text) && "short" }, text));
  const tint = tints(state.run);
  const columns = state.tokens.map((token, i) => {
    const [label, original] = [state.run.labels[i], state.base.labels[i]];
    const cells = [el("span.place", i), el("span.word", tint[i], valueTag(token))];
    cells.push(answerButton(i, label, right?.[i], original));
    if (changed) cells.push(el("span", valueTag(original)));
    if (right) cells.push(verdict(label, right[i]));
    return el("div", { css }, cells);
  });
  const template = { "grid-template-rows": `repeat(${rows.length}, auto)` };
  return el("div.strip", { css: template }, el("div.names", { css }, names), columns);
}

// A text with one answer: its words in the colour of what they speak for, then the answer.
function pooledStrip(right) {
  const changed = isChanged();
  const tint = tints(state.run);
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
    update({ position: i, against: null, row: 0, cell: null, tab: "run" }, "#panel");
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

function drawBanner() {
  const banner = byId("banner");
  banner.hidden = !isChanged();
  if (banner.hidden) return;
  const off = [...state.off].map((name) => `${name} is off`);
  const spelled = ({ name, position }) => spell(valueAt(state.run, name, position));
  const set = state.fixed.map((one) => `${one.name} at ${one.position} is ${spelled(one)}`);
  banner.replaceChildren(
    el("span", `What if: ${[...off, ...set].join("; ")}`),
    button("Back to the original", () => rerun({ off: new Set(), fixed: [] }), { id: "reset" }),
  );
}

function tryInput(tokens) {
  byId("words").value = joinWords(tokens);
  rerun({ tokens });
}

const exampleButton = ({ tokens, note }) =>
  button([note ? "✗ " : "", el("bdi", joinWords(tokens))], () => tryInput(tokens), {
    title: note || "Try this input",
  });
