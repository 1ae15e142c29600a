// Why an answer was given: the votes for it and for its rival, and where each value came from.

const MAX_VOTES = 14; // until one asks for all
const MAX_FACTS = 8; // of where a value came from, before the rest is folded

function classPicker({ label }) {
  const others = program.output.classes.filter((name) => name !== label);
  if (others.length < 2) return null; // the runner-up is the other one
  const options = [[null, "the runner-up"], ...others.map((name) => [name, shown(name)])];
  const choose = (against) => update({ against });
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
    classPicker(why),
  ];
}

// Rows that read the same, such as those of a word that occurs twice, as one with all their votes.
function mergedRows({ rows }) {
  const merged = new Map();
  for (const row of rows) {
    const words = row.sources.map((j) => state.run.tokens[j]).join(" ");
    const key = JSON.stringify([row.name, row.value, words]);
    const same = merged.get(key);
    if (same) for (const sum of ["votes", "against", "lead"]) same[sum] += row[sum];
    if (same) same.count += 1;
    else merged.set(key, { ...row, words, count: 1 });
  }
  return [...merged.values()].sort((a, b) => Math.abs(b.lead) - Math.abs(a.lead));
}

// The words, the variable and its value, and where it stands.
function featureOf(row, why) {
  const isWord = program.types.get(row.name).values?.length === program.vocabulary.words.length;
  const unknown = isUnknown(state.run, row.sources) && `, an ${described(readAs(program, row.words))}`;
  const source = row.sources.length === 0 || isWord ? null : [valueTag(row.words), unknown || "", ": "];
  const place = row.count > 1 ? ` × ${row.count}` : why.position === null ? ` at ${row.position}` : "";
  return [source, mono(row.name), " = ", valueTag(row.value), el("span.muted.small", place)];
}

function votesTable(why, chosen) {
  const merged = mergedRows(why);
  const count = state.allVotes ? merged.length : MAX_VOTES;
  const most = Math.max(...merged.map((row) => Math.abs(row.lead)));
  const rest = merged.slice(count);
  const sum = (votes) => rest.reduce((total, row) => total + row[votes], 0);
  const rows = merged.slice(0, count).map((row, i) => {
    const { name, position } = row;
    const pick = () => update({ cell: { name, position } }, `[data-row="${i}"]`);
    const isPicked = name === chosen.name && position === chosen.position;
    const marks = { class: ["pick", isPicked && "picked"], "data-row": i, ...pressable(pick) };
    return duelRow(marks, featureOf(row, why), row.votes, row.against, most);
  });
  const showAll = () => update({ allVotes: true }, `[data-row="${count}"]`);
  const smaller = button(`${rest.length} smaller ones`, showAll, { class: "small" });
  if (rest.length > 0) rows.push(duelRow({}, smaller, sum("votes"), sum("against")));
  if (why.always.some(Boolean)) rows.push(duelRow({}, el("span.muted", CONSTANT), ...why.always));
  rows.push(duelRow({ class: "total" }, "sum", why.score, why.rivalScore));
  const rival = why.rival === null ? "" : valueTag(why.rival);
  const head = ["value", ["for ", valueTag(why.label)], ["for ", rival], "lead"];
  return duelTable("table#why", head, rows);
}

// Where a value comes from, as a chain that can be read aloud: each value once, under what it was
// needed for.
function pastCard(run, { name, position }) {
  const line = (cause) => {
    const css = { "margin-left": `${Math.min(cause.depth, 6) * 14}px` };
    const where = ` at ${cause.position} is `;
    const what = el("span.what", mono(cause.name), where, valueTag(cause.value));
    return el("li", { css }, el("p", what, `: ${cause.text}.`));
  };
  const title = el("h2", "Where ", mono(name), ` at position ${position} comes from`);
  const lines = chainOf(run, name, position).map(line);
  return el("div.card#followed", title, folded("ol.chain", lines, MAX_FACTS));
}

// The background of a word: how much it speaks for the chosen answer, or against it.
function tints(run) {
  const leads = wordsOf(run, whyHere());
  const most = Math.max(...leads.map(Math.abs));
  return leads.map((lead) =>
    lead === 0 ? {} : { css: tint(lead, most), title: `${signed(lead)} for ${theAnswer()}` },
  );
}
