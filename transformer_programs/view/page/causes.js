// The causes of a value, and why a label won: tracer/causes.py and tracer/why.py in JavaScript.

// A value in a sentence: words in quotes, numbers as they are.
const spell = (value) => (typeof value === "number" ? String(value) : JSON.stringify(value));
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const signed = (number) => (number > 0 ? `+${grouped(number)}` : grouped(number));
const joined = (parts, word = "and") =>
  parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;

const MAX_NAMED_KEYS = 3; // that a predicate accepts, up to which they are named
const REACHES = { all: "", before: " before here", upto: " so far", after: " after here" };
const CONSTANT = "constant votes"; // in the place of a variable that votes
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
  [...pastOf(run, [{ name, position }]).values()].map((past) => ({
    ...causeOf(run, past.name, past.position),
    depth: past.depth,
  }));

const isSetByHand = (run, step, i) => run.fixed.has(`${i} ${step.name}`);

function textOf(run, step, i) {
  if (isSetByHand(run, step, i)) return "set by hand";
  if (run.off.has(step.name)) return "switched off";
  if (!(step.kind in CAUSES)) throw new Error(`a step of an unknown kind: ${step.kind}`);
  return CAUSES[step.kind](run, step, i);
}

const CAUSES = {
  token: ({ program, tokens }, step, i) => {
    const word = readAs(program, tokens[i]);
    const read = word === tokens[i] ? "" : `, an ${described(word)}`;
    return `the word there is ${spell(tokens[i])}${read}`;
  },
  position: () => "the position",
  one: () => "always 1",
  categorical_head: copiedText,
  numerical_head: addedText,
  mlp: (run, { reads }, i) =>
    `computed from ${joined(reads.map((name) => `${name} = ${spell(valueAt(run, name, i))}`))}`,
};

// The values that a value was made of; that 1 is always 1 is not worth following.
function linksOf(run, step, i) {
  if (isSetByHand(run, step, i) || run.off.has(step.name)) return [];
  let names = (step.reads ?? []).map((name) => [name, i]);
  if (step.query !== undefined) {
    const { found, used } = run.attention.get(step.name)[i];
    const read = found.length > 0 ? [step.value, step.key] : [step.value];
    const links = used.flatMap((j) => read.map((name) => [name, j]));
    const query = step.predicate.kind === "is" ? [] : [[step.query, i]];
    names = step.kind === "numerical_head" ? [...query, ...links] : [...links, ...query];
  }
  const kept = names.filter(([name]) => run.program.step.get(name).kind !== "one");
  return kept.map(([name, position]) => ({ name, position }));
}

function copiedText(run, head, i) {
  const { found, used } = run.attention.get(head.name)[i];
  const source = `${head.value} at ${used[0] === i ? "the same position" : `position ${used[0]}`}`;
  const where = whereText(run, head, i);
  if (found.length === 0) return `${source}, because there is no position${where}`;
  if (found.length === 1) return `${source}, the only position${where}`;
  const tie = head.choose === "nearest" && used[0] < i && found.includes(2 * i - used[0]);
  const which = tie ? "left of the two nearest" : `${head.choose} of ${found.length}`;
  return `${source}, the ${which} positions${where}`;
}

function addedText(run, head, i) {
  const { used } = run.attention.get(head.name)[i];
  const added = run.values.get(head.value);
  let text = `there is no position${whereText(run, head, i)}`;
  if (used.length > 0) {
    const asked = askedText(run, head, i);
    const ones = run.program.step.get(head.value).kind === "one";
    text = `${ones ? "counts" : `the sum of ${head.value} over`} position${used.length > 1 ? "s" : ""}`;
    text += ` ${placesText(used)}${asked && `, where ${asked}`}`;
  }
  const total = used.reduce((sum, j) => sum + added[j], 0);
  if (total === run.values.get(head.name)[i]) return text;
  return `${text}; ${total} is clipped to ${boundsOf(head.type).join("..")}`;
}

// The positions that a head looks for, after the word "position".
function whereText(run, head, i) {
  const asked = askedText(run, head, i);
  const reach = run.program.causal && head.reach === "all" ? "upto" : head.reach;
  return REACHES[reach] + (asked && ` where ${asked}`);
}

// The condition on a key; empty if every key matches.
function askedText({ program, values }, head, i) {
  const { kind, accepts, op, shift, value } = head.predicate;
  const [queryType, keyType] = [head.query, head.key].map((name) => program.types.get(name));
  const query = values.get(head.query)[i];
  const keyText = (key) => spell(symbolOf(keyType, key));
  const asks = spell(symbolOf(queryType, query));
  const tests = [];
  if (kind === "is") tests.push(`is ${keyText(value)}`);
  else if (kind === "compare") {
    const moved = shift ? ` ${shift > 0 ? "+" : "-"} ${Math.abs(shift)}` : "";
    const number = isNumeric(keyType) ? ordinal(queryType, query) + shift : asks;
    const here = moved || head.key !== head.query ? ` (= ${head.query} here${moved})` : "";
    tests.push(`${op === "==" ? "is" : op} ${number}${here}`);
  } else {
    const row = accepts[query - firstOf(queryType)];
    const isNamed = row.length > 0 && row.length <= MAX_NAMED_KEYS;
    if (isNamed && row.length < sizeOf(keyType))
      tests.push(`is ${joined(row.map(keyText), "or")} (for ${head.query} = ${asks})`);
    else if (row.length !== sizeOf(keyType)) tests.push(`matches ${head.query} = ${asks}`);
  }
  if (head.score) tests.push(`is ${head.score.best}`);
  return tests.length > 0 ? `${head.key} ${tests.join(" and ")}` : "";
}

// Positions in a sentence: 0, 2 to 4, 6 and 7.
function placesText(positions) {
  const runs = [];
  for (const j of positions) {
    if (runs.at(-1)?.at(-1) === j - 1) runs.at(-1).push(j);
    else runs.push([j]);
  }
  const parts = runs.map((run) => (run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run.map(String)));
  return joined(parts.flat());
}

// --- why a label won ------------------------------------------------------------------------------

// The votes for the label at a position and for its rival: rows that add up to the two scores.
// `position` null: the one answer of a pooled program. `against`: a class, or null: the runner-up.
function whyOf(run, position, against = null) {
  const { output } = run.program;
  const label = typeof run.labels === "string" ? run.labels : run.labels[position];
  const none = { position, label, rival: null, score: 0, rivalScore: 0, rows: [], cause: null };
  none.always = [0, 0];
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

const runnerUp = (scores, best) =>
  scores.reduce((rival, score, c) => (c !== best && !(score <= scores[rival]) ? c : rival), -1);

// The votes of each variable at each place, as they are printed; and the sum of constants.
// Unknown words have a row even if they have no votes.
function voteRows(run, places, best, rival) {
  const rows = [];
  const always = [0, 0];
  for (const vote of run.program.output.votes) {
    if (run.off.has(vote.reads)) continue;
    for (const position of places) {
      const value = valueAt(run, vote.reads, position);
      const weights = voteRow(run.program, vote, run.values.get(vote.reads)[position]);
      const sources = sourcesOf(run, vote.reads, position);
      const [votes, against] = [weights[best], weights[rival] ?? 0];
      if (run.program.step.get(vote.reads).kind === "one" && value === 1) {
        always[0] += votes;
        always[1] += against;
      } else if (votes !== 0 || against !== 0 || isUnknown(run, sources)) {
        const lead = votes - against;
        rows.push({ name: vote.reads, position, value, votes, against, lead, sources });
      }
    }
  }
  return { rows: rows.sort((a, b) => Math.abs(b.lead) - Math.abs(a.lead)), always };
}

const SHAPES = {
  ...{ Xx: "with a capital", XX: "in capitals", X: "of one capital", xx: "in small letters" },
  ...{ 0: "in digits", "0x": "with digits", ".": "without letters" },
};

// The words that a stand-in, such as <Xx~ov>, or the unknown word stands for.
function described(name) {
  const [, letters, dash, ending] = /^<([^-~>]*)(-x)?(?:~(.*))?>$/su.exec(name) ?? [];
  if (!Object.hasOwn(SHAPES, letters)) return "unknown word";
  const hyphen = dash ? " with a hyphen" : "";
  return `unknown word ${SHAPES[letters]}${hyphen}${ending ? ` ending in -${ending}` : ""}`;
}

// Whether there is one word here, and the vocabulary does not list it.
const isUnknown = (run, places) =>
  places.length === 1 && !run.program.index.has(run.tokens[places[0]]);

// The positions of the words that a value is of, through all copies and tables.
function sourcesOf(run, name, position) {
  const step = run.program.step.get(name);
  if (isSetByHand(run, step, position)) return [];
  if (step.kind === "token") return [position];
  if (run.off.has(name)) return [];
  if (step.kind === "categorical_head")
    return sourcesOf(run, step.value, run.attention.get(name)[position].used[0]);
  if (step.kind !== "mlp" || step.cells === undefined) return [];
  const found = [...new Set(step.reads)].map((read) => sourcesOf(run, read, position));
  return found.every((one) => one.length > 0) ? found.flat().sort((a, b) => a - b) : [];
}

// The votes of each word of the input for the label, or against it.
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
