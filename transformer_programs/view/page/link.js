// The address holds what is shown: "#input=...&tab=...&step=...". Opened again, it shows the same.

function remember() {
  if (!state.run || location.protocol === "about:") return; // a frame of a notebook has no address
  const { tokens, tab, step, position } = state;
  const parts = new URLSearchParams({ input: joinWords(tokens), tab, step });
  if (position !== null) parts.set("position", position);
  history.replaceState(null, "", `#${parts}`);
}

// Show what the address asks for, as far as this program has it.
function follow(address) {
  const wanted = Object.fromEntries(new URLSearchParams(address.slice(1)));
  if (wanted.input !== undefined) tryInput(splitWords(wanted.input));
  const changes = {};
  if (PANELS.some(([id]) => id === wanted.tab)) changes.tab = wanted.tab;
  if (program.step.has(wanted.step)) changes.step = wanted.step;
  const position = Number(wanted.position ?? -1);
  if (!pooled && position in state.tokens && isScored(state.run, position))
    changes.position = position;
  update(changes);
  if (wanted.focus === "slider") byId("slider").focus(); // it led here, and may lead on
}

// --- pictures -------------------------------------------------------------------------------------

const LOOK = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "text-anchor"];
const MARGIN = 12;
const TYPE = ["font-family", "font-size", "font-weight"];

const saveButton = (id) =>
  el(
    "p.small",
    button("Save as SVG", () => savePicture(id), { class: "quiet small", id: "save" }),
  );

function savePicture(id) {
  const text = new XMLSerializer().serializeToString(standalone(byId(id)));
  const href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  el("a", { href, download: `${data.name}-${id}.svg` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

// A picture with its colours and fonts written out, on the ground it stands on, with a margin.
function standalone(picture) {
  const copy = picture.cloneNode(true);
  const [from, to] = [picture, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    const rules = node.tagName === "text" ? [...LOOK, ...TYPE] : LOOK;
    for (const rule of rules) to[i].setAttribute(rule, style.getPropertyValue(rule));
    for (const name of ["class", "tabindex", "role"]) to[i].removeAttribute(name);
  });
  const fill = getComputedStyle(picture.closest(".card")).backgroundColor;
  const [x, y, ...sides] = copy.getAttribute("viewBox").split(" ").map(Number);
  const [width, height] = sides.map((side) => side + 2 * MARGIN);
  const area = { x: x - MARGIN, y: y - MARGIN, width, height };
  const scale = copy.getAttribute("width") / sides[0];
  copy.setAttribute("viewBox", Object.values(area).join(" "));
  copy.setAttribute("width", width * scale);
  copy.setAttribute("height", height * scale);
  copy.prepend(svg("rect", { ...area, fill }));
  return copy;
}
