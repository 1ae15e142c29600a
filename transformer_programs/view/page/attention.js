// The attention of every head: a grid per head, with a row for each position it attends from.

const TITLE = 20;

const heads = layered.filter((step) => step.query !== undefined);

function drawAttention(panel) {
  const text =
    "One grid per head, with a row for each position and a column for each that it may read. Filled: it is read; light: it matches, but is not read; outlined: it is read because none matches. Click a head to see its arcs.";
  panel.replaceChildren(
    card(note(text), el("div.scroll", attentionPicture()), saveButton("attention")),
  );
}

// All grids in one picture, as many side by side as there is room for.
function attentionPicture() {
  const { tokens } = state.run;
  const room = byId("panel").clientWidth - 34;
  const most = Math.min(200, room / 2 - 80); // two grids side by side, even on a phone
  const size = Math.max(6, Math.min(20, Math.floor(most / tokens.length)));
  const isLabelled = size >= 10;
  const longest = Math.max(...tokens.map((token) => shown(token).length));
  const gutter = isLabelled ? 8 + 6.8 * Math.min(8, longest) : 4;
  const title = 7.4 * Math.max(...heads.map(({ name }) => name.length));
  const width = Math.max(title, gutter + size * tokens.length) + 26;
  const height = TITLE + gutter + size * tokens.length + 22;
  const across = Math.max(1, Math.floor(room / width));
  const rows = Math.ceil(heads.length / across);
  const whole = { width: Math.min(across, heads.length) * width, height: rows * height };
  const chosen = followed().name;
  const grids = heads.map((head, n) => {
    const [x, y] = [(n % across) * width, Math.floor(n / across) * height];
    return attentionGrid(head, head.name === chosen, { x, y, gutter, size, isLabelled });
  });
  const label = "Where every head attends from each position";
  return svg("svg#attention", { ...whole, "aria-label": label }, grids);
}

function attentionGrid(head, isPicked, { x, y, gutter, size, isLabelled }) {
  const { run } = state;
  const attention = run.attention.get(head.name);
  const left = x + gutter;
  const top = y + TITLE + gutter;
  const row = (attended, i) => {
    const read = isDefault(attended) ? "missed" : "used";
    return run.tokens.map((_, j) =>
      svg("rect.look", {
        class: attended.used.includes(j) ? read : attended.found.includes(j) && "found",
        x: left + j * size,
        y: top + i * size,
        width: size - 1,
        height: size - 1,
      }),
    );
  };
  const word = (token, i) => {
    const text = shown(token).length > 8 ? `${shown(token).slice(0, 7)}…` : shown(token);
    const middle = (i + 0.5) * size + 4;
    const turned = `translate(${left + middle},${top - 4}) rotate(-90)`;
    return [
      svg("text.faint", { x, y: top + middle }, text),
      svg("text.faint", { transform: turned }, text),
    ];
  };
  return svg(
    "g.pickable",
    {
      class: isPicked && "picked",
      role: "button",
      "aria-label": `${head.name}: ${saysOf(head)}`,
      "data-head": head.name,
      ...pressable(() => chooseStep(head.name, "#panel", { tab: "run" })),
    },
    svg("text", { x, y: y + 13 }, head.name),
    isLabelled && run.tokens.map(word),
    attention.map(row),
  );
}
