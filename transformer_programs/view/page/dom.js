// Small makers of elements. Whatever comes from the program is only ever set as text.

const SVG = "http://www.w3.org/2000/svg";

// An element: "tag.class#id", which is never the program's, then its properties if it has any, then
// what stands in it.
const el = (selector, ...rest) => made((tag) => document.createElement(tag), selector, rest);
const svg = (selector, ...rest) =>
  made((tag) => document.createElementNS(SVG, tag), selector, rest);

function made(make, selector, rest) {
  const [tag, ...marks] = selector.split(/(?=[.#])/);
  const node = make(tag);
  const named = (mark) => marks.filter((m) => m[0] === mark).map((m) => m.slice(1));
  const properties = rest[0]?.constructor === Object ? rest.shift() : {};
  const classes = [...named("."), properties.class].flat().filter(Boolean).join(" ");
  const all = { ...properties, class: classes || null, id: named("#")[0] ?? properties.id };
  for (const [name, value] of Object.entries(all)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "css")
      Object.entries(value).forEach((rule) => node.style.setProperty(...rule));
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...rest.flat(Infinity).filter((child) => child !== false && child != null));
  return node;
}

// The arrow keys: [down, right].
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const byId = (id) => document.getElementById(id);

// A value as it reads; in quotes where its edges would not be seen.
function shown(value) {
  if (typeof value === "number")
    return Math.abs(value) < 1e12 ? String(value) : value.toExponential();
  return value === "" || /[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(value) ? JSON.stringify(value) : value;
}

// A value as an element of its own, so that right-to-left words do not turn their neighbours round.
const valueTag = (value) => el("bdi", shown(value));
// A long name, which may be broken behind each "_".
const breakable = (name) => String(name).split(/(?<=_)/).map((part) => [part, el("wbr")]);
const mono = (name) => el("span.mono", name);
const bold = (...children) => el("b", ...children);
const note = (...children) => el("p.small.muted", ...children);
const card = (...children) => el("div.card", ...children);
const plural = (count, noun, nouns = `${noun}s`) =>
  `${grouped(count)} ${count === 1 ? noun : nouns}`;

const button = (text, onclick, properties = {}) =>
  el("button", { type: "button", onclick, ...properties }, text);

// The properties of what is pressed with a mouse or by keyboard, though it is no button.
const pressable = (act) => ({
  tabindex: "0",
  onclick: act,
  onkeydown: (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  },
});

// The background of a number: blue for, orange against, the darker the larger.
function tint(number, most) {
  const share = most === 0 ? 0 : Math.round((Math.abs(number) / most) * 45);
  const colour = number < 0 ? "var(--against)" : "var(--for)";
  return { background: `color-mix(in srgb, ${colour} ${share}%, transparent)` };
}

const field = (label, control) => el("label.field", label, control);

// Options are [value, text]; `choose` is given the value.
function selectBox(label, options, chosen, choose) {
  const items = options.map(([value, text]) =>
    el("option", { value, selected: value === chosen }, text),
  );
  const onchange = (event) => choose(options[event.target.selectedIndex][0]);
  return field(label, el("select", { "aria-label": label, onchange }, items));
}

// The first `count` items in an element of their own, the rest in another that is folded.
function folded(selector, items, count) {
  const [first, rest] = [items.slice(0, count), items.slice(count)];
  if (rest.length === 0) return el(selector, first);
  const summary = el("summary", `${grouped(rest.length)} more`);
  return [el(selector, first), el("details", summary, el(selector, rest))];
}

// Elements that scroll sideways are reached by keyboard.
const REGION = { tabindex: "0", role: "group", "aria-label": "Scrolls sideways" };

// A table that scrolls in a box of its own: the cells of its head, then its rows.
const scrolledTable = (selector, head, rows) =>
  el("div.scroll", REGION, el(selector, el("thead", el("tr", head)), el("tbody", rows)));

// The votes for one class and for another, and the difference: as a bar where `most` is given, to
// the right for what is positive.
function duelTable(selector, [what, first, second, gap], rows) {
  const head = [
    el("th", what),
    el("th.number.minor", first),
    el("th.number.minor", second),
    el("td"),
    el("th.number", gap),
  ];
  return scrolledTable(`${selector}.list.full`, head, rows);
}

function duelRow(properties, what, first, second, most = null) {
  const lead = first - second;
  const width = `${(most ? (Math.abs(lead) / most) * 50 : 0).toFixed(2)}%`;
  const bar = el("div.bar", el("span", { class: lead < 0 ? "minus" : "plus", css: { width } }));
  return el(
    "tr",
    properties,
    el("td", what),
    el("td.number.minor", grouped(first)),
    el("td.number.minor", grouped(second)),
    el("td", most === null ? null : bar),
    el("td.number", signed(lead)),
  );
}
