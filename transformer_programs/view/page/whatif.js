// What if a step were switched off, or a variable had another value: beside the original.

const draft = { name: program.steps[0].name, position: 0 };

function drawWhatIf(panel) {
  const off =
    "A step that is off writes the first value of its type everywhere (0 for numbers) and has no vote.";
  panel.replaceChildren(
    el(
      "div.two",
      card(
        el("h2", "Switch off a step"),
        note(off),
        el("div.switches", program.steps.map(stepSwitch)),
      ),
      card(
        el("h2", "Or set a value"),
        note("Later steps read this value."),
        setForm(),
        settings(),
        el("h3", "What changes"),
        effect(),
      ),
    ),
  );
}

function stepSwitch({ name }) {
  const isOff = state.off.has(name);
  const change = () => {
    const others = [...state.off].filter((other) => other !== name);
    rerun({ off: new Set(isOff ? others : [...others, name]) }, `[data-switch="${name}"]`);
  };
  return el(
    "label",
    el("input", { type: "checkbox", checked: !isOff, "data-switch": name, onchange: change }),
    el("span", { class: isOff && "off" }, name),
  );
}

function setForm() {
  draft.position = Math.min(draft.position, state.tokens.length - 1);
  const { name, position } = draft;
  const draw = (changes) => {
    Object.assign(draft, changes);
    drawPanel();
  };
  let value = state.run.values.get(name)[position];
  const set = (event) => {
    event.preventDefault();
    if (!Number.isSafeInteger(value)) return;
    const kept = state.fixed.filter((s) => s.name !== name || s.position !== position);
    rerun({ fixed: [...kept, { name, position, value }] });
  };
  const names = program.steps.map((step) => [step.name, step.name]);
  const places = state.tokens.map((token, i) => [i, `${i}: ${shown(token)}`]);
  return el(
    "form.fields#set-form",
    { onsubmit: set },
    selectBox("Variable", names, name, (other) => draw({ name: other })),
    selectBox("at position", places, position, (other) => draw({ position: other })),
    valueField(program.types.get(name), value, (other) => (value = other)),
    el("button", { type: "submit" }, "Set"),
  );
}

function valueField(type, current, choose) {
  if (type.values) {
    const options = type.values.map((value, i) => [i, shown(value)]);
    return selectBox("to", options, current, choose);
  }
  const input = el("input", {
    type: "number",
    "aria-label": "to",
    value: current,
    step: "1",
    required: true,
    size: "6",
    min: type.low,
    max: type.high,
    oninput: (event) => choose(Number(event.target.value)),
  });
  return field("to", input);
}

function settings() {
  if (state.fixed.length === 0) return null;
  const line = (setting) => {
    const others = state.fixed.filter((other) => other !== setting);
    return el(
      "li",
      mono(setting.name),
      ` at ${setting.position} is `,
      valueTag(valueAt(state.run, setting.name, setting.position)),
      " ",
      button("Undo", () => rerun({ fixed: others }), { class: "quiet small" }),
    );
  };
  return el("ul.small", state.fixed.map(line));
}

// Every answer and variable that is not the same as in the original.
function effect() {
  if (!isChanged()) return el("p.muted", "Nothing yet: switch off a step or set a value.");
  const { base, run } = state;
  const cell = (before, after) =>
    before === after
      ? el("td.muted", valueTag(before))
      : el("td.changed", valueTag(before), " → ", bold(valueTag(after)));
  const line = (kind, name, places, valueOf) => {
    const cells = places.map((i) => cell(valueOf(base, i), valueOf(run, i)));
    return el("tr", { class: kind }, el("th.mono.small", { scope: "row" }, briefly(name)), cells);
  };
  const places = run.tokens.map((_, i) => i);
  const asked = pooled ? [0] : places;
  const steps = program.steps.filter(
    ({ name }) => !same(run.values.get(name), base.values.get(name)),
  );
  const answers = asked.filter((i) => labelAt(run, i) !== labelAt(base, i)).length;
  const width = Math.min(180, 2 * Math.max(columnWidth(base), columnWidth(run)) - 6);
  const rows = [
    line("after", "word", places, (_, i) => run.tokens[i]),
    line("after", "output", asked, labelAt),
    steps.map(({ name }) => line("", name, places, (which, i) => valueAt(which, name, i))),
  ];
  const table = valuesTable(run, Math.min(180, nameWidth()), width, { id: "beside" }, rows);
  const changes = `${plural(answers, "answer")} and ${plural(steps.length, "variable")} change.`;
  return [el("p#effect", changes), el("div.scroll", table)];
}
