// Where a value came from, and why a label won: trace/causes.py and trace/why.py in JavaScript.

// A value in a sentence: words in quotes, numbers as they are.
const spell = (value) => (typeof value === "number" ? String(value) : JSON.stringify(value));
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const signed = (number) => (number > 0 ? `+${grouped(number)}` : grouped(number));
const joined = (parts) =>
  parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

const PLACES = { all: "", before: " before it", upto: " up to it", after: " after it" };
const MANY_VALUES = 8; // of a voter, from which on what most of them vote is set apart
const ALWAYS = "whatever the words are";
const valueAt = (run, name, position) =>
  symbolOf(run.program.types.get(name), run.values.get(name)[position]);

// One value, a sentence about it, and the values it was made of.
function causeOf(run, name, position) {
  const step = run.program.step.get(name);
  const value = valueAt(run, name, position);
  const text = textOf(run, step, position);
  return { name, position, value, text, because: linksOf(run, step, position) };
}

const sentenceOf = (cause) =>
  `${cause.name} at position ${cause.position} is ${spell(cause.value)}: ${cause.text}`;

// Values, what they were made of, and so on: each { name, position, depth } once, where first needed.
function pastOf(run, roots) {
  const found = new Map();
  const follow = (depth, { name, position }) => {
    const key = `${position} ${name}`;
    if (found.has(key)) return;
    found.set(key, { name, position, depth });
    linksOf(run, run.program.step.get(name), position).forEach((link) => follow(depth + 1, link));
  };
  roots.forEach((root) => follow(0, root));
  return found;
}

// A cause, the causes of what it was made of, and so on.
const chainOf = (run, name, position) =>
  [...pastOf(run, [{ name, position }]).values()].map(({ depth, ...place }) => ({
    depth,
    cause: causeOf(run, place.name, place.position),
  }));

const isSetByHand = (run, step, i) =>
  run.fixed.some((setting) => setting.name === step.name && setting.position === i);

function textOf(run, step, i) {
  if (isSetByHand(run, step, i)) return "set by hand";
  if (run.off.has(step.name)) return "switched off";
  switch (step.kind) {
    case "token":
      return wordText(run, i);
    case "position":
      return "the position";
    case "one":
      return "always 1";
    case "categorical_head":
      return copiedText(run, step, run.looks.get(step.name)[i]);
    case "numerical_head":
      return addedText(run, step, run.looks.get(step.name)[i], i);
    case "mlp":
      return `computed from ${joined(step.reads.map((name) => `${name} ${spell(valueAt(run, name, i))}`))}`;
    default:
      throw new Error(`a step of an unknown kind: ${step.kind}`);
  }
}

// The values that a value was made of; that 1 is always 1 is not worth following.
function linksOf(run, step, i) {
  if (isSetByHand(run, step, i) || run.off.has(step.name)) return [];
  const look = run.looks.get(step.name)?.[i];
  const query = () =>
    "is" in step.predicate && !step.score?.levels ? [] : [{ name: step.query, position: i }];
  const [value, key] = [step.value, step.key].map((name) => (position) => ({ name, position }));
  let links = (step.reads ?? []).map((name) => ({ name, position: i }));
  if (step.kind === "categorical_head") {
    const keys = look.reason === "default" ? [] : look.used.map(key);
    links = [...look.used.map(value), ...keys, ...query()];
  }
  if (step.kind === "numerical_head")
    links = [...query(), ...look.used.flatMap((j) => [value(j), key(j)])];
  return links.filter((link) => run.program.step.get(link.name).kind !== "one");
}

function wordText(run, i) {
  const { program, tokens } = run;
  const known = program.index.has(tokens[i]) || program.vocabulary.unknown === null;
  const read = known
    ? ""
    : `, which is not listed and read as ${spell(program.vocabulary.unknown)}`;
  return `the word there is ${spell(tokens[i])}${read}`;
}

function placeText(program, head) {
  return PLACES[program.causal && head.reach === "all" ? "upto" : head.reach];
}

// What the predicate asks of a key: after "where" (matches, is), and after "has" (matching, equal to).
function fitsText(program, head, query) {
  const { compare, shift } = head.predicate;
  if ("is" in head.predicate) {
    const value = spell(symbolOf(program.types.get(head.key), head.predicate.is));
    return [`is ${value}`, `equal to ${value}`];
  }
  const moved = shift ? ` ${shift > 0 ? "+" : "-"} ${Math.abs(shift)}` : "";
  const asked = `${head.query}${moved} (query ${spell(symbolOf(program.types.get(head.query), query))})`;
  return compare
    ? [`${compare} ${asked}`, `${compare} ${asked}`]
    : [`matches ${asked}`, `matching ${asked}`];
}

// What is said of the best of several matches, and of another one that would be as good.
function bestText(score) {
  if (!score) return ["", ""];
  if (score.levels) return [" and scores highest", " and scoring as high"];
  const size = score.key === "largest" ? "large" : "small";
  return [` and is ${score.key}`, ` and as ${size}`];
}

function copiedText(run, head, look) {
  const [best, asGood] = bestText(head.score);
  const [fits, fitting] = fitsText(run.program, head, look.query);
  const where = placeText(run.program, head);
  const source = `${head.value} of position ${look.used[0]}`;
  switch (look.reason) {
    case "default":
      return `${source}, because no position${where} has ${head.key} ${fitting}`;
    case "itself":
      return `${head.value} of the position itself, because no other${where} has ${head.key} ${fitting}${asGood}`;
    case "only":
      return `${source}, the only one${where} where ${head.key} ${fits}${best}`;
    case "tie":
      return `${source}, the left of the two nearest${where} where ${head.key} ${fits}${best}`;
    default:
      return `${source}, the ${look.reason} of ${look.found.length}${where} where ${head.key} ${fits}${best}`;
  }
}

function addedText(run, head, look, i) {
  const [fits, fitting] = fitsText(run.program, head, look.query);
  const where = placeText(run.program, head);
  let text = `an empty sum, because no position${where} has ${head.key} ${fitting}`;
  if (look.used.length > 0) {
    const noun = look.used.length === 1 ? "position" : "positions";
    const places = joined(look.used.map(String));
    text = `the sum of ${head.value} over ${noun} ${places}, where ${head.key} ${fits}`;
  }
  const added = run.values.get(head.value);
  const total = look.used.reduce((sum, j) => sum + added[j], 0);
  if (total === run.values.get(head.name)[i]) return text;
  return `${text}; ${total} is clipped to ${boundsOf(head.type).join("..")}`;
}

// --- why a label won ------------------------------------------------------------------------------

// The votes for the label at a position and for its rival: rows that add up to the two scores.
// `position` null: the one answer of a pooled program. `against`: a class, or null: the runner-up.
function whyOf(run, position, against = null) {
  const { output } = run.program;
  const label = typeof run.labels === "string" ? run.labels : run.labels[position];
  const none = {
    ...{ position, label, rival: null, score: 0, rivalScore: 0, rows: [], cause: null },
    always: [0, 0],
  };
  if (!isScored(run, position)) return none;
  if (output.answer !== undefined) return { ...none, cause: causeOf(run, output.answer, position) };
  const scores = position === null ? run.scores[0] : run.votes[position];
  const best = output.classes.indexOf(label);
  const rival = against === null ? runnerUp(scores, best) : output.classes.indexOf(against);
  const places = position === null ? run.tokens.map((_, i) => i) : [position];
  return {
    ...none,
    rival: rival < 0 ? null : output.classes[rival],
    score: scores[best],
    rivalScore: rival < 0 ? 0 : scores[rival],
    ...voteRows(run, places, best, rival),
  };
}

function runnerUp(scores, best) {
  let rival = -1;
  scores.forEach((score, c) => {
    if (c !== best && (rival < 0 || score > scores[rival])) rival = c;
  });
  return rival;
}

// What each variable votes at each place beyond what it always votes; and that, added up.
function voteRows(run, places, best, rival) {
  const rows = [];
  const always = [0, 0];
  for (const vote of run.program.output.votes) {
    if (run.off.has(vote.reads)) continue;
    const usual = usualVotes(run.program, vote);
    for (const position of places) {
      const weights = voteRow(run.program, vote, run.values.get(vote.reads)[position]);
      const sources = sourcesOf(run, vote.reads, position);
      // Over all positions, the words that open and close every input always vote, too.
      const isEnd = (i) => isMark(run.program, run.tokens, i);
      const atEnd = places.length > 1 && sources.length > 0 && sources.every(isEnd);
      const given = atEnd ? weights : usual;
      const cast = (c) => (c < 0 ? 0 : weights[c] - given[c]);
      const [votes, against] = [cast(best), cast(rival)];
      always[0] += given[best];
      always[1] += given[rival] ?? 0;
      if (votes === 0 && against === 0) continue;
      const value = valueAt(run, vote.reads, position);
      const lead = votes - against;
      rows.push({ name: vote.reads, position, value, votes, against, lead, sources });
    }
  }
  return { rows: rows.sort((a, b) => Math.abs(b.lead) - Math.abs(a.lead)), always };
}

// What a variable of many values votes whatever its value: class by class, the middle.
function usualVotes(program, { reads, weights }) {
  const few = !program.types.get(reads).values || weights.length < MANY_VALUES;
  const column = (c) => weights.map((row) => row[c]).sort((a, b) => a - b);
  return weights[0].map((_, c) => (few ? 0 : column(c)[(weights.length - 1) >> 1]));
}

// The positions of the words that a value is of, through all copies and tables.
function sourcesOf(run, name, position) {
  const step = run.program.step.get(name);
  if (isSetByHand(run, step, position)) return [];
  if (step.kind === "token") return [position];
  if (run.off.has(name)) return [];
  if (step.kind === "categorical_head")
    return sourcesOf(run, step.value, run.looks.get(name)[position].used[0]);
  if (step.kind !== "mlp" || step.cells === undefined) return [];
  const found = [...new Set(step.reads)].map((read) => sourcesOf(run, read, position));
  return found.every((one) => one.length > 0) ? found.flat() : [];
}

// How much each word of the input speaks for the label, or against it.
const wordsOf = (run, why) =>
  run.tokens.map((_, i) =>
    why.rows.reduce((sum, row) => sum + row.lead * row.sources.filter((j) => j === i).length, 0),
  );

// Every value that has a part in an answer, as "position name": those that vote, and their past.
function liveCells(run, position) {
  const why = whyOf(run, position);
  const roots = why.cause ? [why.cause] : why.rows.filter((row) => row.lead !== 0);
  return new Set(pastOf(run, roots).keys());
}
