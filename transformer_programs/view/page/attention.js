// The attention of every head: a grid per head, with a row for each position it attends from.

const TITLE = 20;

const heads = layered.filter((step) => step.query !== undefined);

function drawAttention(panel) {
  const text =
    "One grid per head: from each position (row) the positions it reads (filled) and those that match but are not read (light). Click a head to see its arcs.";
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
  const height = TITLE + size * tokens.length + 22;
  const across = Math.max(1, Math.floor(room / width));
  const rows = Math.ceil(heads.length / across);
  const whole = { width: Math.min(across, heads.length) * width, height: rows * height };
  const box = `0 0 ${whole.width} ${whole.height}`;
  const grids = heads.map((head, n) => {
    const [x, y] = [(n % across) * width, Math.floor(n / across) * height];
    return attentionGrid(head, { x, y, gutter, size, isLabelled });
  });
  const label = "Where every head attends from each position";
  return svg("svg#attention", { ...whole, viewBox: box, "aria-label": label }, grids);
}

function attentionGrid(head, { x, y, gutter, size, isLabelled }) {
  const { run } = state;
  const attention = run.attention.get(head.name);
  const left = x + gutter;
  const top = y + TITLE;
  const row = (attended, i) =>
    run.tokens.map((_, j) =>
      svg("rect.look", {
        class: attended.used.includes(j) ? "used" : attended.found.includes(j) && "found",
        x: left + j * size,
        y: top + i * size,
        width: size - 1,
        height: size - 1,
      }),
    );
  const word = (token, i) =>
    svg("text.faint", { x, y: top + (i + 0.5) * size + 4 }, shown(token).slice(0, 8));
  return svg(
    "g.pickable",
    {
      class: state.step === head.name && "picked",
      role: "button",
      "aria-label": `${head.name}: ${saysOf(head)}`,
      "data-head": head.name,
      ...pressable(() => update({ step: head.name, cell: null, tab: "run" }, "#panel")),
    },
    svg("text", { x, y: y + 13 }, head.name),
    isLabelled ? run.tokens.map(word) : null,
    attention.map(row),
  );
}
