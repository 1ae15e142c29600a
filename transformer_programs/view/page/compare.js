// Two inputs side by side: the answers and variables that differ.

function drawCompare(panel) {
  const other = state.other ?? oneWordOther(state.tokens);
  const input = el("input#other", {
    type: "text",
    "aria-label": "Another input",
    value: joinWords(other),
    spellcheck: "false",
    size: "36",
  });
  const compare = (event) => {
    event.preventDefault();
    update({ other: splitWords(input.value) }, "#other");
  };
  const form = el(
    "form.fields#compare-form",
    { onsubmit: compare },
    field("Another input", input),
    el("button", { type: "submit" }, "Compare"),
  );
  const text = "Compare the input above with another one. Changed values are shown as before → after.";
  panel.replaceChildren(card(note(text), form, differences(other)));
}

// The same input with another word at one place, the first where there can be one.
function oneWordOther(tokens) {
  const { words, begin, end, unknown } = program.vocabulary;
  const symbols = words.filter((word) => ![begin, end, unknown].includes(word));
  const place = tokens.findIndex((token) => symbols.includes(token));
  const word = symbols.find((symbol) => symbol !== tokens[place]);
  return place < 0 || word === undefined ? tokens : tokens.with(place, word);
}

function differences(tokens) {
  let run;
  try {
    run = runProgram(program, tokens);
  } catch (problem) {
    if (!(problem instanceof InputError)) throw problem;
    return el("p.error", { role: "alert" }, problem.message);
  }
  return beside("p#differences", state.base, run);
}
