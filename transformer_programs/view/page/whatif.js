// What if a step were switched off, or a variable had another value: beside the original.

const draft = { name: null, position: 0 };

function drawWhatIf(panel) {
  panel.replaceChildren(
    el(
      "div",
      { class: "two" },
      el(
        "div",
        { class: "card" },
        el("h2", { text: "Switch off a step" }),
        el("p", {
          class: "small muted",
          text: "A step that is off writes the first value of its type everywhere (0 for numbers) and has no vote.",
        }),
        switches(),
      ),
      el(
        "div",
        { class: "card" },
        el("h2", { text: "Or set a value" }),
        el("p", { class: "small muted", text: "Later steps read what is set here." }),
        setForm(),
        settings(),
        effectCard(),
      ),
    ),
  );
}

function switches() {
  return el(
    "div",
    { class: "switches" },
    program.steps.map((step) => {
      const off = state.off.has(step.name);
      return el(
        "label",
        {},
        el("input", {
          type: "checkbox",
          checked: !off,
          "data-switch": step.name,
          onchange: (event) => {
            const names = new Set(state.off);
            if (event.target.checked) names.delete(step.name);
            else names.add(step.name);
            rerun({ off: names });
            document.querySelector(`[data-switch="${step.name}"]`)?.focus();
          },
        }),
        el("span", { class: off ? "off" : "", text: step.name }),
      );
    }),
  );
}

function setForm() {
  draft.name = draft.name ?? program.steps[0].name;
  draft.position = Math.min(draft.position, state.tokens.length - 1);
  const step = program.step.get(draft.name);
  const value = valueField(step.type, state.run.values.get(step.name)[draft.position]);
  const again = (changes) => {
    Object.assign(draft, changes);
    drawPanel();
  };
  return el(
    "form",
    {
      class: "fields",
      id: "set-form",
      onsubmit: (event) => {
        event.preventDefault();
        const box = event.target.querySelector("[name=value]");
        const chosen = Number(box.value);
        if (!Number.isSafeInteger(chosen)) return;
        const kept = state.fixed.filter(
          (s) => s.name !== step.name || s.position !== draft.position,
        );
        rerun({ fixed: [...kept, { name: step.name, position: draft.position, value: chosen }] });
      },
    },
    selectBox(
      "Variable",
      program.steps.map((s) => [s.name, s.name]),
      step.name,
      (name) => again({ name }),
    ),
    selectBox(
      "at position",
      state.tokens.map((token, i) => [String(i), `${i}: ${shown(token)}`]),
      String(draft.position),
      (place) => again({ position: Number(place) }),
    ),
    value,
    el("button", { type: "submit", text: "Set" }),
  );
}

function valueField(type, current) {
  if (!type.values) {
    return el(
      "label",
      { class: "field" },
      "to",
      el("input", {
        type: "number",
        name: "value",
        "aria-label": "to",
        value: current,
        step: "1",
        required: true,
        size: "6",
        min: type.low ?? undefined,
        max: type.high ?? undefined,
      }),
    );
  }
  const options = type.values.map((value, i) =>
    el("option", { value: i, text: shown(value), selected: i === current }),
  );
  return el(
    "label",
    { class: "field" },
    "to",
    el("select", { name: "value", "aria-label": "to" }, options),
  );
}

function settings() {
  if (state.fixed.length === 0) return null;
  return el(
    "ul",
    { class: "small" },
    state.fixed.map((setting) => {
      const type = program.types.get(setting.name);
      return el(
        "li",
        {},
        el("span", { class: "mono", text: setting.name }),
        ` at ${setting.position} is `,
        valueTag(symbolOf(type, setting.value)),
        " ",
        el("button", {
          type: "button",
          class: "quiet small",
          text: "take back",
          onclick: () => rerun({ fixed: state.fixed.filter((other) => other !== setting) }),
        }),
      );
    }),
  );
}

// --- the effect -----------------------------------------------------------------------------------

function effectCard() {
  if (!isChanged()) {
    return el(
      "div",
      {},
      el("h3", { text: "What changes" }),
      el("p", { class: "muted", text: "Nothing yet: switch off a step or set a value." }),
    );
  }
  const rows = changedRows();
  const labels = pooled
    ? Number(state.run.labels !== state.base.labels)
    : state.run.labels.filter((label, i) => label !== state.base.labels[i]).length;
  return el(
    "div",
    {},
    el("h3", { text: "What changes" }),
    el("p", {
      id: "effect",
      text: `${plural(labels, "answer")} and ${plural(rows.length, "variable")} change.`,
    }),
    el("div", { class: "scroll" }, beside(rows)),
  );
}

function changedRows() {
  return program.steps.filter((step) => {
    const before = state.base.values.get(step.name);
    return state.run.values.get(step.name).some((value, i) => value !== before[i]);
  });
}

// The original and the changed answers side by side, and every variable that is not the same.
function beside(steps) {
  const { base, run } = state;
  const width = columnWidth(run) + 26;
  const names = Math.min(180, nameWidth());
  const line = (name, before, after, kind = "") =>
    el(
      "tr",
      { class: kind },
      el("th", { scope: "row", class: "mono small", text: briefly(name) }),
      before.map((old, i) =>
        shown(old) === shown(after[i])
          ? el("td", { class: "muted" }, valueTag(old))
          : el("td", { class: "changed" }, valueTag(old), " → ", el("b", {}, valueTag(after[i]))),
      ),
    );
  const values = (which, step) => which.values.get(step.name).map((v) => symbolOf(step.type, v));
  const labels = (which) => (pooled ? [which.labels] : which.labels);
  return el(
    "table",
    { class: "values", id: "beside", css: { width: `${names + width * run.tokens.length}px` } },
    columnsOf(run, names, width),
    el(
      "tbody",
      {},
      tokenRow(run),
      line("answer", labels(base), labels(run), "after"),
      steps.map((step) => line(step.name, values(base, step), values(run, step))),
    ),
  );
}
