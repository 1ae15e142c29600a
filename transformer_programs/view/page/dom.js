// Small makers of elements. Whatever comes from the program is only ever set as text.

function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (name === "css")
      Object.entries(value).forEach((rule) => node.style.setProperty(...rule));
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

const byId = (id) => document.getElementById(id);

// A value as it reads; in quotes where its edges would not be seen.
function shown(value) {
  if (typeof value === "number") return String(value);
  return value === "" || /[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(value) ? JSON.stringify(value) : value;
}

// A value as an element of its own, so that right-to-left words do not turn their neighbours round.
const valueTag = (value) => el("bdi", { text: shown(value) });

function selectBox(label, options, chosen, onchange) {
  const items = options.map(([value, text]) =>
    el("option", { value, text, selected: value === chosen }),
  );
  const box = el(
    "select",
    { "aria-label": label, onchange: (event) => onchange(event.target.value) },
    items,
  );
  return el("label", { class: "field" }, label, box);
}

// A table that scrolls in a box of its own: the cells of its head, then its rows.
function scrolledTable(properties, head, rows) {
  const top = el("thead", {}, el("tr", {}, head));
  return el("div", { class: "scroll" }, el("table", properties, top, el("tbody", {}, rows)));
}

// A bar to the right for what is positive, to the left for what is negative.
function bar(amount, most) {
  const share = most === 0 ? 0 : (Math.abs(amount) / most) * 50;
  return el(
    "div",
    { class: "bar" },
    el("span", { class: amount < 0 ? "minus" : "plus", css: { width: `${share.toFixed(2)}%` } }),
  );
}

const plural = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
