// The residual stream: a wire for each variable, a node where a step writes it, a dot where it is
// read. What the chosen answer depends on is drawn in colour.

const ROW = 26;
const COLUMN = 30;
const TOP = 34;
const GAP = 14; // between layers
const ROLES = { q: "query", k: "key", v: "value" };

const voters =
  program.output.answer !== undefined
    ? [program.output.answer]
    : program.output.votes.map((vote) => vote.reads);

// [role, name] of each variable that a step reads.
const readsOf = (step) =>
  step.query === undefined
    ? (step.reads ?? []).map((name) => ["", name])
    : Object.entries(ROLES).map(([role, name]) => [role, step[name]]);

function drawFlow(panel) {
  const step = program.step.get(followed().name);
  const live = new Set([...liveCells(state.run, state.position)].map((key) => key.split(" ")[1]));
  const text = `In colour: what ${theAnswer()} depends on. Each wire is a variable. → copies, Σ adds up, ƒ computes; q, k and v are what a head reads as query, key and value.`;
  const from = readsOf(step).map(([role, name]) => (role ? `${ROLES[role]} ${name}` : name));
  panel.replaceChildren(
    card(note(text), el("div.scroll", flowPicture(live, step)), saveButton("flow")),
    card(stepTitle(step, from.length > 0 ? `; reads ${joined(from)}` : ""), el("pre", REGION, data.code[step.name])),
  );
}

function flowPicture(live, chosen) {
  const place = layout();
  const width = place.out + 84;
  const height = TOP + ROW * layered.length + 10;
  const least = window.innerWidth > 860 ? 0.8 : 1;
  const scale = Math.max(least, Math.min(1.4, (byId("panel").clientWidth - 40) / width));
  const size = { width: width * scale, height: height * scale, viewBox: `0 0 ${width} ${height}` };
  const isLive = ({ name }) => live.has(name);
  const ordered = [...layered].sort((a, b) => isLive(a) - isLive(b)); // what is live lies above
  return svg(
    "svg#flow",
    size,
    place.bands.map((band) => bandOf(band, height)),
    ordered.map((step) => wire(step, place, isLive(step))),
    layered.map((step) => nodeOf(step, place, live, step === chosen)),
    outputOf(place, live),
  );
}

// The layout: a row per variable, a column per step, a band per layer; inputs stand left of all.
function layout() {
  const left = 24 + 7.4 * Math.max(...layered.map(({ name }) => name.length));
  const [x, y] = [new Map(), new Map()];
  const bands = [];
  let column = left + 18;
  layered.forEach(({ name }, row) => {
    y.set(name, TOP + ROW * (row + 0.5));
    const layer = data.layers[name];
    if (layer === 0) {
      x.set(name, left + 6);
      return;
    }
    if (bands.at(-1)?.layer !== layer) {
      column += GAP;
      bands.push({ layer, start: column });
    }
    const isAlone = layered.filter((other) => data.layers[other.name] === layer).length === 1;
    const room = isAlone ? 2 * COLUMN : COLUMN;
    x.set(name, column + room / 2);
    column += room;
    bands.at(-1).stop = column;
  });
  return { left, x, y, bands, out: column + 34 };
}

function bandOf({ layer, start, stop }, height) {
  const box = { x: start - 3, y: 4, width: stop - start + 6, height: height - 8, rx: 10 };
  const title = svg("text.faint", { x: start + 4, y: 20 }, layerTitle(layer));
  return svg("g", svg("rect.band", { ...box, opacity: 0.55 }), title);
}

function wire({ name }, place, isLive) {
  const [x, y] = [place.x.get(name), place.y.get(name)];
  const readers = layered.filter((other) => readsOf(other).some(([, read]) => read === name));
  const ends = readers.map((other) => place.x.get(other.name));
  if (voters.includes(name)) ends.push(place.out);
  const line = svg("path.wire", { d: `M${x} ${y}H${Math.max(x, ...ends)}` });
  return svg("g", { class: isLive && "live" }, line);
}

function nodeOf(step, place, live, isPicked) {
  const { name } = step;
  const [x, y] = [place.x.get(name), place.y.get(name)];
  const roles = new Map();
  for (const [role, read] of readsOf(step)) roles.set(read, (roles.get(read) ?? "") + role);
  const rows = [...roles.keys()].map((read) => place.y.get(read));
  return svg(
    "g.pickable",
    {
      class: [live.has(name) && "live", isPicked && "picked"],
      role: "button",
      "data-node": name,
      "aria-label": `${name}, ${KINDS[step.kind][1]}`,
      ...pressable(() => chooseStep(name, `#flow [data-node="${name}"]`)),
    },
    rows.length > 0 ? svg("path.wire", { d: `M${x} ${Math.min(...rows)}V${y}` }) : null,
    [...roles].map(([read, role]) => dot(x, place.y.get(read), role)),
    svg("rect.node", { x: x - 9, y: y - 9, width: 18, height: 18, rx: 5 }),
    svg("text.glyph", { x, y: y + 4 }, KINDS[step.kind][0]),
    svg("text", { x: 2, y: y + 4, class: !live.has(name) && "faint" }, name),
  );
}

const dot = (x, y, role) => [
  svg("circle.dot", { cx: x, cy: y, r: role === "" ? 4 : 4.5 + 1.5 * role.length }),
  svg("text.role", { x, y: y + 3 }, role),
];

function outputOf({ out, y }, live) {
  if (voters.length === 0) return null;
  const rows = voters.map((name) => y.get(name));
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  return svg(
    "g",
    svg("g.live", svg("path.wire", { d: `M${out} ${top}V${bottom}` })),
    voters.map((name) => {
      const dot = svg("circle.dot", { cx: out, cy: y.get(name), r: 4 });
      return svg("g", { class: live.has(name) && "live" }, dot);
    }),
    svg("text", { x: out + 12, y: (top + bottom) / 2 + 4 }, "output"),
  );
}
