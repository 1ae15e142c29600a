// The residual stream: a wire for each variable, a node where a step writes it, a dot where it is
// read. What the chosen answer depends on, or a circuit, is drawn in colour.

const ROW = 26;
const COLUMN = 30;
const TOP = 34;

const voters = () =>
  program.output.answer !== undefined
    ? [program.output.answer]
    : program.output.votes.map((vote) => vote.reads);

const readsOf = (step) => {
  if (step.query !== undefined)
    return [
      ["q", step.query],
      ["k", step.key],
      ["v", step.value],
    ];
  return (step.reads ?? []).map((name) => ["", name]);
};

function drawFlow(panel) {
  const chosen = data.highlights[state.highlight];
  const live = chosen ? new Set(chosen.steps) : liveVariables();
  const options = [
    [
      "-1",
      pooled
        ? "what the answer depends on"
        : `what the answer at position ${state.position} depends on`,
    ],
    ...data.highlights.map((highlight, i) => [String(i), highlight.title]),
  ];
  panel.replaceChildren(
    el(
      "div",
      { class: "card" },
      el(
        "div",
        { class: "fields" },
        selectBox("In colour", options, String(state.highlight), (value) =>
          update({ highlight: Number(value) }),
        ),
        el(
          "p",
          { class: "small muted", css: { margin: "0 0 8px" } },
          chosen
            ? chosen.text
            : "Each wire is a variable. → copies, Σ adds up, ƒ computes; q, k and v are what a head reads as query, key and value.",
        ),
      ),
      el("div", { class: "scroll" }, flowPicture(live)),
    ),
    stepCard(program.step.get(state.step)),
  );
}

// The variables with a part in the chosen answer: votes that tell it from its rival, and their past.
function liveVariables() {
  return new Set(
    [...liveCells(state.run, state.position)].map((key) => key.slice(key.indexOf(" ") + 1)),
  );
}

function flowPicture(live) {
  const left = Math.min(236, 24 + 7.4 * Math.max(...program.steps.map((step) => step.name.length)));
  const place = layout(left);
  const width = place.out + 84;
  const height = TOP + ROW * program.steps.length + 10;
  const scale = Math.max(
    window.innerWidth > 860 ? 0.8 : 1,
    Math.min(1.4, (byId("panel").clientWidth - 40) / width),
  );
  const picture = svg("svg", {
    width: width * scale,
    height: height * scale,
    viewBox: `0 0 ${width} ${height}`,
    id: "flow",
  });
  picture.append(...bands(place, height));
  const background = svg("g");
  const foreground = svg("g");
  for (const step of program.steps) {
    (live.has(step.name) ? foreground : background).append(wire(step, place, live));
  }
  picture.append(background, foreground);
  for (const step of program.steps) picture.append(nodeOf(step, place, live));
  picture.append(outputOf(place, live));
  return picture;
}

// Where everything goes: a row a variable, a column a step, more room between layers.
function layout(left) {
  const x = new Map();
  const y = new Map();
  const starts = new Map();
  let column = left + 18;
  let layer = 0;
  program.steps.forEach((step, row) => {
    y.set(step.name, TOP + ROW * (row + 0.5));
    if (data.layers[step.name] === 0 && step.query === undefined && !step.reads) {
      x.set(step.name, left + 6);
      return;
    }
    if (data.layers[step.name] !== layer) {
      layer = data.layers[step.name];
      column += 14;
      starts.set(layer, column);
    }
    const alone = program.steps.filter((other) => data.layers[other.name] === layer).length === 1;
    const room = alone ? 2 * COLUMN : COLUMN;
    x.set(step.name, column + room / 2);
    column += room;
  });
  return { left, x, y, starts, end: column, out: column + 34 };
}

function bands(place, height) {
  const layers = [...place.starts];
  return layers.map(([layer, start], i) => {
    const stop = (layers[i + 1]?.[1] ?? place.end + 14) - 14;
    return svg(
      "g",
      {},
      svg("rect", {
        class: "band",
        x: start - 3,
        y: 4,
        width: stop - start + 6,
        height: height - 8,
        rx: 10,
        opacity: 0.55,
      }),
      svg("text", { class: "faint", x: start + 4, y: 20, text: layerTitle(layer) }),
    );
  });
}

function wire(step, place, live) {
  const [x, y] = [place.x.get(step.name), place.y.get(step.name)];
  const readers = program.steps.filter((other) =>
    readsOf(other).some(([, name]) => name === step.name),
  );
  const ends = readers.map((other) => place.x.get(other.name));
  if (voters().includes(step.name)) ends.push(place.out);
  const isLive = live.has(step.name);
  return svg(
    "g",
    { class: isLive ? "live" : "" },
    svg("path", { class: "guide", d: `M${place.left} ${y}H${x}` }),
    svg("path", { class: "wire", d: `M${x} ${y}H${Math.max(x, ...ends)}` }),
  );
}

function nodeOf(step, place, live) {
  const [x, y] = [place.x.get(step.name), place.y.get(step.name)];
  const roles = new Map();
  for (const [role, name] of readsOf(step)) roles.set(name, (roles.get(name) ?? "") + role);
  const classes = ["pickable", live.has(step.name) && "live", state.step === step.name && "picked"];
  const pick = () => {
    update({ step: step.name });
    document.querySelector(`#flow [data-node="${step.name}"]`)?.focus();
  };
  const group = svg("g", {
    class: classes.filter(Boolean).join(" "),
    tabindex: "0",
    role: "button",
    "data-node": step.name,
    "aria-label": `${step.name}, ${KINDS[step.kind]}`,
    onclick: pick,
    onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        pick();
      }
    },
  });
  const rows = [...roles.keys()].map((name) => place.y.get(name));
  if (rows.length > 0) {
    group.append(svg("path", { class: "wire", d: `M${x} ${Math.min(...rows)}V${y}` }));
  }
  for (const [name, role] of roles) group.append(...dot(x, place.y.get(name), role));
  group.append(
    svg("rect", { class: "node", x: x - 9, y: y - 9, width: 18, height: 18, rx: 5 }),
    svg("text", { class: "glyph", x, y: y + 4, text: GLYPHS[step.kind] }),
    svg("text", {
      x: 2,
      y: y + 4,
      class: live.has(step.name) ? "" : "faint",
      text: shorten(step.name, place.left),
    }),
  );
  return group;
}

const shorten = (name, room) => {
  const most = Math.floor((room - 16) / 7.3);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
};

function dot(x, y, role) {
  const radius = role === "" ? 4 : 6 + 1.5 * (role.length - 1);
  return [
    svg("circle", { class: "dot", cx: x, cy: y, r: radius }),
    svg("text", { class: "role", x, y: y + 3, text: role }),
  ];
}

function outputOf(place, live) {
  const rows = voters().map((name) => place.y.get(name));
  const group = svg("g", { class: "live" });
  if (rows.length === 0) return group;
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  group.append(svg("path", { class: "wire", d: `M${place.out} ${top}V${bottom}` }));
  for (const name of voters()) {
    const side = svg("g", { class: live.has(name) ? "live" : "dim" });
    side.append(svg("circle", { class: "dot", cx: place.out, cy: place.y.get(name), r: 4 }));
    group.append(side);
  }
  group.append(svg("text", { x: place.out + 12, y: (top + bottom) / 2 + 4, text: "answer" }));
  return group;
}

// What a step is, in words and in code.
function stepCard(step) {
  const reads = readsOf(step);
  const roles = { q: "query", k: "key", v: "value" };
  const sentence = [data.says[step.name], KINDS[step.kind]].find(Boolean);
  const from = reads.map(([role, name]) => (role ? `${roles[role]} ${name}` : name));
  return el(
    "div",
    { class: "card" },
    el("h2", { class: "mono", text: step.name }),
    el("p", {
      class: "muted",
      text: `${sentence}${from.length > 0 ? `; reads ${joined(from)}` : ""}`,
    }),
    el("pre", { text: data.code[step.name] }),
  );
}
