// The address holds what is shown: "#input=...&tab=...&position=...", and of a value that was chosen
// its "step" and where it is, "at". Opened again, it shows the same.

function remember() {
  if (!state.run || location.protocol === "about:") return; // a frame of a notebook has no address
  const { tokens, tab, position, cell } = state;
  const parts = new URLSearchParams({ input: joinWords(tokens), tab });
  if (position !== null) parts.set("position", position);
  if (cell) [["step", cell.name], ["at", cell.position]].forEach((part) => parts.set(...part));
  history.replaceState(null, "", `#${parts}`);
}

// Show what the address asks for, as far as this program has it.
function follow(address) {
  const wanted = Object.fromEntries(new URLSearchParams(address.slice(1)));
  if (wanted.input !== undefined) tryInput(splitWords(wanted.input));
  const changes = {};
  if (PANELS.some(([id]) => id === wanted.tab)) changes.tab = wanted.tab;
  const position = Number(wanted.position ?? -1);
  if (!pooled && position in state.tokens && isScored(state.run, position))
    changes.position = position;
  const at = Number(wanted.at ?? changes.position ?? 0);
  if (program.step.has(wanted.step) && at in state.tokens)
    changes.cell = { name: wanted.step, position: at };
  update(changes);
}

// --- pictures -------------------------------------------------------------------------------------

const LOOK = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "text-anchor"];
const TYPE = ["font-family", "font-size", "font-weight"];

const saveButton = (id) =>
  el("p", button("Save as SVG", () => savePicture(id), { class: "small", id: "save" }));

// The picture in a file of its own: its colours and fonts are written out.
function savePicture(id) {
  const copy = byId(id).cloneNode(true);
  const [from, to] = [byId(id), copy].map((one) => [one, ...one.querySelectorAll("*")]);
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    for (const rule of [...LOOK, ...TYPE]) to[i].setAttribute(rule, style.getPropertyValue(rule));
  });
  const text = new XMLSerializer().serializeToString(copy);
  const href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  el("a", { href, download: `${data.name}-${id}.svg` }).click();
}
