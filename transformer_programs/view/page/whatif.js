// What if a step were switched off, or a value were another: controls beside the run they change.

function whatIfCard(run, { name, position }) {
  return card(
    el("h2", "What if?"),
    note("A step that is off writes the first value of its type and has no vote."),
    el("div.fields", offButton(name, position), setForm(run, name, position)),
  );
}

function offButton(name, position) {
  const cell = { name, position };
  const others = [...state.off].filter((other) => other !== name);
  const isOff = others.length < state.off.size;
  const change = () => rerun({ off: new Set(isOff ? others : [...others, name]), cell }, "#off");
  return button(["Switch ", isOff ? "on " : "off ", mono(name)], change, { id: "off" });
}

function setForm(run, name, position) {
  let value = run.values.get(name)[position];
  const set = (event) => {
    event.preventDefault();
    if (!Number.isSafeInteger(value)) return;
    const fixed = new Map(state.fixed).set(`${position} ${name}`, value);
    rerun({ fixed, cell: { name, position } }, "#set-form button");
  };
  const label = `Set ${name} at position ${position} to`;
  const control = valueField(label, program.types.get(name), value, (other) => (value = other));
  return el("form.fields#set-form", { onsubmit: set }, control, el("button", "Set"));
}

function valueField(label, type, current, choose) {
  if (type.values)
    return selectBox(label, type.values.map((value, i) => [i, shown(value)]), current, choose);
  const oninput = (event) => choose(Number(event.target.value));
  const bounds = { min: type.low, max: type.high, step: "1", size: "6", required: true };
  return field(label, el("input", { type: "number", value: current, oninput, ...bounds }));
}

// What is changed, its effect, and the way back; above the views while anything is.
function drawBanner() {
  const { run, base, off, fixed } = state;
  const setText = ({ name, position }) =>
    `${name} at ${position} is ${spell(valueAt(run, name, position))}`;
  const set = [...fixed.keys()].map(placeOf).map(setText);
  const changes = [...[...off].map((name) => `${name} is off`), ...set].join("; ");
  const labels = [base.labels].flat();
  const answers = [run.labels].flat().filter((label, i) => label !== labels[i]).length;
  const isOther = ({ name }) => !same(run.values.get(name), base.values.get(name));
  const variables = program.steps.filter(isOther).length;
  const effect = `${plural(answers, "answer")} and ${plural(variables, "variable")} change.`;
  byId("banner").hidden = !isChanged();
  byId("banner").replaceChildren(
    el("span", `What if ${changes}? ${effect}`),
    button("Back to the original", () => rerun({ off: new Set(), fixed: new Map() }), { id: "reset" }),
  );
}
