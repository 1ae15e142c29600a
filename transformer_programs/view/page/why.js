// Why an answer was given: the votes for it and for its rival, and where each value came from.

const MAX_VOTES = 14; // until one asks for all
const MAX_FACTS = 8; // of where a value came from, before the rest is folded

// Where the value of the chosen vote came from.
function pastCard(run, why) {
  const start = why.cause ?? why.rows[state.row];
  if (!start)
    return card(el("h2", "Nothing to follow"), el("p.muted", "This answer needs no value."));
  return card(
    el("h2", `Where ${start.name} came from`),
    chainList(run, start.name, start.position),
  );
}

const whyCard = (why) => card(whyTitle(why), why.rows.length > 0 ? votesTable(why) : null);

// A value that was chosen in the table of all values.
function cellCard(run, { name, position }) {
  const back = button("Back to the answer", () => update({ cell: null }), { class: "quiet small" });
  return el(
    "div.card#followed",
    el("h2", "Following ", mono(name), ` at position ${position}`),
    chainList(run, name, position),
    el("p", back),
  );
}

function classPicker() {
  const { classes } = program.output;
  if (!classes || classes.length < 3) return null; // of two, the runner-up is the other one
  const others = classes.filter((name) => name !== labelAt(state.run, state.position));
  const options = [[null, "the runner-up"], ...others.map((name) => [name, shown(name)])];
  const choose = (against) => update({ against, row: 0 });
  return el("p", selectBox("compared with", options, state.against, choose));
}

function whyTitle(why) {
  const where = why.position === null ? "" : ` at position ${why.position}`;
  const label = () => valueTag(why.label);
  if (!isScored(state.run, why.position))
    return el("p", label(), `${where}: a begin or end word is answered with itself.`);
  const title = el("h2", "Why ", label(), `${where}?`);
  if (why.cause) return [title, el("p", "It is the value of ", mono(why.cause.name), ".")];
  const lead = bold(grouped(why.score - why.rivalScore));
  const tie = why.score === why.rivalScore;
  const result = tie ? ["a tie, which the first class wins"] : ["a lead of ", lead];
  const rival =
    why.rival === null
      ? []
      : [", ", valueTag(why.rival), ` has ${grouped(why.rivalScore)}: `, ...result];
  return [
    title,
    el("p", label(), ` has ${plural(why.score, "vote")}`, rival, "."),
    classPicker(),
  ];
}

function votesTable(why) {
  const count = state.allVotes ? why.rows.length : MAX_VOTES;
  const most = Math.max(...why.rows.map((row) => Math.abs(row.lead)));
  const [listed, rest] = [why.rows.slice(0, count), why.rows.slice(count)];
  const sum = (votes) => rest.reduce((total, row) => total + row[votes], 0);
  const place = (row) =>
    why.position === null ? el("span.muted.small", ` at ${row.position}`) : null;
  const rows = listed.map((row, i) => {
    const isWord = program.types.get(row.name).values?.length === program.vocabulary.words.length;
    const words = row.sources.map((j) => state.run.tokens[j]).join(" ");
    const unknown = isUnknown(state.run, row.sources) && `, an ${described(readAs(program, words))}`;
    const said = row.sources.length === 0 || isWord ? null : [valueTag(words), unknown || "", ": "];
    const what = [said, mono(row.name), " = ", valueTag(describedValue(row)), place(row)];
    const pick = () => update({ row: i, cell: null }, `[data-row="${i}"]`);
    const marks = { class: ["pick", i === state.row && "picked"], "data-row": i };
    return duelRow({ ...marks, ...pressable(pick) }, what, row.votes, row.against, most);
  });
  const showAll = () => update({ allVotes: true }, `[data-row="${count}"]`);
  const smaller = button(`${rest.length} smaller ones`, showAll, { class: "quiet small" });
  if (rest.length > 0) rows.push(duelRow({}, smaller, sum("votes"), sum("against")));
  if (why.always.some(Boolean)) rows.push(duelRow({}, el("span.muted", ALWAYS), ...why.always));
  rows.push(duelRow({ class: "total" }, "sum", why.score, why.rivalScore));
  const rival = why.rival === null ? "" : valueTag(why.rival);
  const head = ["value", ["for ", valueTag(why.label)], ["for ", rival], "lead"];
  return duelTable("table#why", head, rows);
}

// A chain that can be read aloud: each value once, under what it was needed for.
function chainList(run, name, position) {
  const line = ({ depth, cause }) => {
    const css = { "margin-left": `${Math.min(depth, 6) * 14}px` };
    const where = ` at ${cause.position} is `;
    const what = el("span.what", mono(cause.name), where, valueTag(cause.value));
    return el("li", { css }, el("p", what, `: ${cause.text}.`), attendedChips(run, cause));
  };
  const lines = chainOf(run, name, position).map(line);
  const [first, rest] = [lines.slice(0, MAX_FACTS), lines.slice(MAX_FACTS)];
  if (rest.length === 0) return el("ol.chain", first);
  const summary = el("summary", plural(rest.length, "more value"));
  return [el("ol.chain", first), el("details", summary, el("ol.chain", rest))];
}

// The value of a table is described by the values that it was looked up with, in the order of the
// words that these come from; where these are the words themselves, by its own value.
function describedValue({ name, position, value, sources }) {
  const { kind, reads } = program.step.get(name);
  if (kind !== "mlp" || sources.length === 0) return value;
  const first = (read) => sourcesOf(state.run, read, position)[0];
  const ordered = [...new Set(reads)].sort((a, b) => first(a) - first(b));
  const parts = ordered.map((read) => valueAt(state.run, read, position)).join(" ");
  return parts === sources.map((j) => state.run.tokens[j]).join(" ") ? value : parts;
}

// The background of a word: how much it speaks for the chosen answer, or against it.
function tints(run) {
  const leads = wordsOf(run, whyOf(run, state.position, state.against));
  const most = Math.max(...leads.map(Math.abs));
  return leads.map((lead) =>
    lead === 0 ? {} : { css: tint(lead, most), title: `${signed(lead)} for ${theAnswer()}` },
  );
}

// The tokens, with those marked that a head found and those it used.
function attendedChips(run, cause) {
  const attended = run.attention.get(cause.name)?.[cause.position];
  if (!attended || cause.text === "set by hand") return null;
  const chip = (token, j) => {
    const used = attended.used.includes(j) ? "used" : attended.found.includes(j) ? "found" : "";
    const said = { used: ": read", found: ": matches" }[used] ?? "";
    const classes = [used, j === cause.position && "here"];
    return el("span", { class: classes, title: `position ${j}${said}` }, valueTag(token));
  };
  return el("div.chips", run.tokens.map(chip));
}
