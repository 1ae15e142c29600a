// The tokens, the answer under each, and whether it is right. Always in sight, above the views.

function drawStrip() {
  const box = byId("strip");
  if (!state.run) return;
  const right = rightAnswers(state.tokens);
  const changed = isChanged();
  const rows = ["position", "word"];
  if (!pooled) rows.push(changed ? "what if" : "answer");
  if (!pooled && changed) rows.push("original");
  if (!pooled && right) rows.push("correct?");
  const names = el(
    "div",
    { class: "names" },
    rows.map((text, i) =>
      el("span", {
        text: i === 0 ? "" : text,
        class: i === 0 || text === "correct?" ? "short" : "",
      }),
    ),
  );
  const columns = state.tokens.map((token, i) =>
    el(
      "div",
      { css: { "grid-row": `span ${rows.length}` } },
      el("span", { class: "place", text: i }),
      el("span", {}, valueTag(token)),
      ...(pooled ? [] : answerCells(i, right, changed)),
    ),
  );
  names.style.gridRow = `span ${rows.length}`;
  const strip = el("div", { class: "strip" }, names, columns);
  strip.style.gridTemplateRows = `repeat(${rows.length}, auto)`;
  box.replaceChildren(strip, ...(pooled ? [pooledAnswer(right, changed)] : []));
  drawBanner();
}

function answerCells(i, right, changed) {
  const label = state.run.labels[i];
  const cells = [answerButton(i, label, right ? right[i] : null, state.base.labels[i])];
  if (changed) cells.push(el("span", {}, valueTag(state.base.labels[i])));
  if (right) cells.push(verdict(label, right[i]));
  return cells;
}

function answerButton(i, label, wanted, original) {
  if (!isScored(state.run, i)) return el("span", { class: "muted" }, valueTag(label));
  const judged =
    wanted === null || wanted === undefined ? "" : label === wanted ? " right" : " wrong";
  return el(
    "button",
    {
      type: "button",
      class: `answer${judged}${label === original ? "" : " changed"}`,
      "data-position": i,
      "aria-pressed": String(state.position === i),
      title: "Why this answer?",
      onclick: () => openWhy(i),
    },
    valueTag(label),
  );
}

function verdict(label, wanted) {
  if (wanted === null || wanted === undefined)
    return el("span", { class: "verdict muted", text: "·" });
  const good = label === wanted;
  return el(
    "span",
    {
      class: `verdict ${good ? "right" : "wrong"}`,
      title: good ? "right" : `the right answer is ${spell(wanted)}`,
    },
    good ? "✓" : el("span", {}, "✗ ", valueTag(wanted)),
  );
}

function pooledAnswer(right, changed) {
  const wanted = right ? right[0] : null;
  return el(
    "div",
    { class: "pooled" },
    el("span", { class: "muted small", text: changed ? "what if" : "answer" }),
    answerButton(null, state.run.labels, wanted, state.base.labels),
    changed ? el("span", { class: "muted small" }, "original ", valueTag(state.base.labels)) : null,
    right ? verdict(state.run.labels, wanted) : null,
  );
}

function openWhy(position) {
  update({ position, against: null, row: 0, cell: null, tab: "why" });
  byId("panel").focus({ preventScroll: true });
}

function drawBanner() {
  const banner = byId("banner");
  banner.hidden = !isChanged();
  if (banner.hidden) return;
  const off = [...state.off].map((name) => `${name} is off`);
  const set = state.fixed.map(
    ({ name, position, value }) =>
      `${name} at ${position} is ${spell(symbolOf(program.types.get(name), value))}`,
  );
  banner.replaceChildren(
    el("span", { text: `What if: ${[...off, ...set].join("; ")}` }),
    el("button", {
      type: "button",
      id: "reset",
      text: "Back to the original",
      onclick: () => rerun({ off: new Set(), fixed: [] }),
    }),
  );
}

function drawExamples() {
  const box = byId("examples");
  box.replaceChildren(
    ...data.examples.map((example) => {
      const line = joinWords(example.tokens);
      return el(
        "button",
        {
          type: "button",
          title: example.note || "Try this input",
          onclick: () => {
            byId("words").value = line;
            setInput(example.tokens);
          },
        },
        example.note ? "✗ " : "",
        el("bdi", { text: line }),
      );
    }),
  );
}
