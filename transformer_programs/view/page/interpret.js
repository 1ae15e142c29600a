// The meaning of a program: interpret.py, step by step, over the same JSON document.
//
// A value of a categorical variable is its index; a value of a number is the number itself.
// Numbers here are exact up to 2^53: a larger one is refused, never rounded. To compare with, one
// may be larger: rounded, it stays beyond all that are exact.

class InputError extends Error {}

function refuse(text) {
  throw new InputError(text);
}

// --- reading the document -------------------------------------------------------------------------

// The program of a JSON file (store/schema.py) with every type written out.
function readProgram(document) {
  const { output } = document;
  const types = new Map();
  const steps = document.steps.map((given) => {
    const step = { ...given, name: given.out.name, type: readType(given.out.type, types) };
    types.set(step.name, step.type);
    if (given.function?.kind === "table") step.cells = given.function.cells;
    else if (given.function) step.formula = given.function;
    return step;
  });
  const vocabulary = {
    ...{ unknown: null, begin: null, end: null, tokenizer: null, lists: null, digits: null },
    ...document.vocabulary,
  };
  return {
    vocabulary,
    index: new Map(vocabulary.words.map((text, i) => [text, i])),
    numerals: vocabulary.numerals ? vocabulary.words.filter(isNumeral).map(Number) : [],
    steps,
    step: new Map(steps.map((step) => [step.name, step])),
    types,
    output: output.kind === "answer" ? { answer: output.reads, names: output.names } : output,
    maxLength: document.max_length ?? null,
    causal: document.causal,
  };
}

function readType(given, types) {
  if (typeof given === "string") return types.get(given); // that of an earlier variable
  if (given.kind === "number") return { low: given.low ?? null, high: given.high ?? null };
  const { values } = given;
  return { values, numeric: values.every((value) => typeof value === "number") };
}

// --- types ----------------------------------------------------------------------------------------

const isNumeric = (type) => type.values === undefined || type.numeric;
const symbolOf = (type, value) => (type.values ? type.values[value] : value);
// The number that order and arithmetic see: whole numbers as they are, words by their index.
const ordinal = (type, value) => (type.values && type.numeric ? type.values[value] : value);
const firstOf = (type) => (type.values ? 0 : type.low);
const sizeOf = (type) => {
  if (type.values) return type.values.length;
  return type.low === null || type.high === null ? null : type.high - type.low + 1;
};

function boundsOf(type) {
  if (!type.values) return [type.low, type.high];
  const ordinals = type.values.map((_, value) => ordinal(type, value));
  return [Math.min(...ordinals), Math.max(...ordinals)];
}

const exact = (number) =>
  Number.isSafeInteger(number) ? number : refuse("a number is too large for this page");

function heldWithin(type, number) {
  const [low, high] = boundsOf(type);
  const raised = low === null ? number : Math.max(low, number);
  return exact(high === null ? raised : Math.min(high, raised));
}

// The value that a switched-off step writes: the first word, or the number nearest to 0.
const restingValue = (type) => (type.values ? 0 : heldWithin(type, 0));

// --- raw text: meaning/words.py -------------------------------------------------------------------

const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u.source;
const WORD_CHAR = "[\\p{L}\\p{N}_]";
const SUFFIX = `[nN]'[tT](?!${WORD_CHAR})`;
// English suffixes, then numbers, abbreviations, words, and any other sign alone.
const PIECES = new RegExp(
  [
    SUFFIX,
    `'(?:[sSſ]|[rR][eE]|[vV][eE]|[lL][lL]|[dD]|[mM])(?!${WORD_CHAR})`,
    "\\p{Nd}+(?:[.,:]\\p{Nd}+)*",
    "(?:[\\p{L}\\p{Nl}\\p{No}]\\.){2,}",
    `${WORD_CHAR}+?(?=${SUFFIX})`,
    `${WORD_CHAR}+(?:[-.]${WORD_CHAR}+)*`,
    `(?!${WORD_CHAR}|${SPACES}).`,
  ].join("|"),
  "gsu",
);

// The words of a text: as the tokenizer of the program cuts it, or between spaces.
function wordsOfText({ vocabulary }, text) {
  const { tokenizer, digits } = vocabulary;
  const between = () => text.split(new RegExp(`${SPACES}+`, "u")).filter((w) => w !== "");
  const pieces = tokenizer === "chars" ? new RegExp(`(?!${SPACES}).`, "gsu") : PIECES;
  const words = tokenizer === null ? between() : (text.match(pieces) ?? []);
  return digits === null ? words : words.map((w) => w.replace(/[0-9]+/g, () => digits));
}

// The number of words at which a text with one label is cut.
function mostWords({ vocabulary, output, maxLength }) {
  const marks = [vocabulary.begin, vocabulary.end].filter((mark) => mark !== null);
  return output.pooled && maxLength !== null ? maxLength - marks.length : Infinity;
}

// --- the input ------------------------------------------------------------------------------------

const isNumeral = (word) => word.length <= 16 && /^(0|-?[1-9][0-9]*)$/.test(word);

// Put a number that the vocabulary knows, but does not list, into it (program/numerals.py): it is
// read as the nearest one that is listed, but variables of words, or of their numbers, hold it. All
// predicates over words that are not simple comparisons match every word.
function addNumeral({ vocabulary: { words }, index, numerals, steps, types }, token) {
  const number = exact(Number(token));
  const [low, high] = [Math.min(...numerals), Math.max(...numerals)];
  const near = index.get(String(Math.max(low, Math.min(high, number))));
  const holdsWords = ({ values }) => values && numerals.every((n) => values.includes(String(n)));
  const open = [...new Set(types.values())].filter(holdsWords);
  for (const { type, lookup } of steps.filter((step) => step.kind === "token")) {
    const isWord = open.includes(type) && type.values[lookup[near]] === words[near];
    const isNumber = !type.values && numerals.every((n) => lookup[index.get(String(n))] === n);
    lookup.push(isWord ? type.values.length : isNumber ? number : lookup[near]);
  }
  open.forEach(({ values }) => values.push(token));
  for (const { key, predicate } of steps.filter((step) => step.predicate?.kind === "rows")) {
    const every = types.get(key).values?.map((_, value) => value);
    if (open.includes(types.get(key))) predicate.accepts = every.map(() => every);
  }
  index.set(token, words.push(token) - 1);
}

function encode(program, tokens) {
  for (const token of program.numerals.length > 0 ? tokens.filter(isNumeral) : [])
    if (!program.index.has(token)) addNumeral(program, token);
  const { begin, end } = program.vocabulary;
  const last = tokens.length - 1;
  if (last < 0) refuse("the input is empty: a program needs at least one word");
  if (program.maxLength !== null && tokens.length > program.maxLength)
    refuse(`the input has ${tokens.length} words: this program takes at most ${program.maxLength}`);
  if (begin !== null && tokens[0] !== begin)
    refuse(`the first word must be ${spell(begin)}, got ${spell(tokens[0])}`);
  if (end !== null && tokens[last] !== end)
    refuse(`the last word must be ${spell(end)}, got ${spell(tokens[last])}`);
  return tokens.map((token, i) => {
    if (token === begin && i > 0) refuse(`${spell(token)} may only be the first word`);
    if (token === end && i < last) refuse(`${spell(token)} may only be the last word`);
    const known = readAs(program, token);
    return program.index.get(known ?? refuse(`the word ${spell(token)} is not in the vocabulary`));
  });
}

// The word of the vocabulary that a token is read as: itself, its stand-in, or the unknown word.
function readAs(program, token) {
  const { unknown } = program.vocabulary;
  if (program.index.has(token)) return token;
  return unknown === null ? null : (standIns(token).find((name) => program.index.has(name)) ?? unknown);
}

// The names for the shape and the ending of a word, such as <Xx~ov>; the most specific first.
function standIns(token) {
  const letters = token.match(/\p{L}/gu) ?? [];
  const dash = token.includes("-") ? "-x" : "";
  let shape = (/^\p{Uppercase}/u.test(token) ? "Xx" : "xx") + dash;
  if (/[@\p{Nd}]/u.test(token)) shape = letters.length ? "0x" : "0";
  else if (!letters.length) shape = ".";
  else if (letters.every((letter) => /\p{Uppercase}/u.test(letter)))
    shape = (letters.length > 1 ? "XX" : "X") + dash;
  const low = Array.from(token.toLowerCase());
  const ends = [3, 2, 1].filter((size) => size < low.length).map((size) => low.slice(-size).join(""));
  const named = ends.filter((end) => /^\p{L}+$/u.test(end)).map((end) => `<${shape}~${end}>`);
  return [...named, `<${shape}>`];
}

// --- heads ----------------------------------------------------------------------------------------

function reachable(i, length, reach, causal) {
  if (reach === "before") return [0, i];
  if (reach === "upto" || (reach === "all" && causal)) return [0, i + 1];
  return reach === "after" ? [i + 1, length] : [0, length];
}

const COMPARE = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

function matches(predicate, queryType, keyType, q, k) {
  if (predicate.kind === "rows") return predicate.accepts[q - firstOf(queryType)].includes(k);
  if (predicate.kind === "is") return k === predicate.value;
  return COMPARE[predicate.op](ordinal(keyType, k), ordinal(queryType, q) + predicate.shift);
}

// The rank of a key: a match of higher rank hides all others.
const levelOf = (score, keyType, k) =>
  score.best === "largest" ? ordinal(keyType, k) : -ordinal(keyType, k);

// For each position, the positions in reach whose key matches its query best.
function matchesOf(program, head, values) {
  const [query, key] = [values.get(head.query), values.get(head.key)];
  const [queryType, keyType] = [program.types.get(head.query), program.types.get(head.key)];
  return query.map((q, i) => {
    const [start, stop] = reachable(i, query.length, head.reach, program.causal);
    const places = Array.from({ length: stop - start }, (_, n) => start + n);
    const found = places.filter((j) => matches(head.predicate, queryType, keyType, q, key[j]));
    if (!head.score) return found;
    const levels = found.map((j) => levelOf(head.score, keyType, key[j]));
    const best = Math.max(...levels);
    return found.filter((_, n) => levels[n] === best);
  });
}

// The one position a categorical head copies from: the nearest, the left of two, itself last.
function chosen(i, found, choose) {
  if (found.length === 0) return 0;
  if (choose === "first") return found[0];
  if (choose === "last") return found[found.length - 1];
  const cost = (j) => (j === i ? Infinity : Math.abs(i - j));
  return found.reduce((best, j) => (cost(j) < cost(best) ? j : best));
}

// For each position, the positions that match and those that are read.
const attentionOf = (program, head, values) =>
  matchesOf(program, head, values).map((found, i) => ({
    found,
    used: head.kind === "numerical_head" ? found : [chosen(i, found, head.choose)],
  }));

// --- functions ------------------------------------------------------------------------------------

const LOGIC = { not: (a) => !a, and: (a, b) => a && b, or: (a, b) => a || b };
const ARITHMETIC = {
  "+": (m, n) => m + n,
  "-": (m, n) => m - n,
  "*": (m, n) => m * n,
  min: Math.min,
  max: Math.max,
  a: (m) => m,
};

const DIVISIONS = { // by a whole number above 0, rounded down
  "%": (m, by) => ((m % by) + by) % by,
  "//": (m, by) => Math.floor(m / by),
};

function formulaValue({ op, shift }, operands, out, values) {
  const [a, b] = values;
  const [m, n] = operands.map((type, i) => ordinal(type, values[i]));
  if (op in COMPARE) return firstOf(out) + Number(COMPARE[op](m, n + shift));
  if (op in LOGIC) return firstOf(out) + Number(Boolean(LOGIC[op](a, b)));
  if (op === "keep") return b ? a : 0;
  if (!isNumeric(out)) return a; // the formula "a" over words
  const plain = op in DIVISIONS ? DIVISIONS[op](m, shift) : exact(ARITHMETIC[op](m, n)) + shift;
  const result = heldWithin(out, exact(plain));
  return out.values ? result - out.values[0] : result;
}

function tableValue(cells, operands, values) {
  let cell = 0;
  operands.forEach((type, i) => {
    cell = cell * sizeOf(type) + values[i] - firstOf(type);
  });
  return cells[cell];
}

// --- running --------------------------------------------------------------------------------------

// The value of a step of each kind at position i, where `word` stands and a head attends as in `attended`.
const STEPS = {
  token: (step, { word }) => step.lookup[word],
  position: (step, { i }) => i,
  one: () => 1,
  categorical_head: (step, { attended, values }) => values.get(step.value)[attended.used[0]],
  numerical_head: (step, { attended, values }) => {
    const added = values.get(step.value);
    return heldWithin(step.type, attended.used.reduce((total, j) => exact(total + added[j]), 0));
  },
  mlp: (step, { i, values, program }) => {
    const operands = step.reads.map((name) => program.types.get(name));
    const read = step.reads.map((name) => values.get(name)[i]);
    if (step.cells) return tableValue(step.cells, operands, read);
    return formulaValue(step.formula, operands, step.type, read);
  },
};

function runStep(program, step, words, values, attention) {
  if (!(step.kind in STEPS)) throw new Error(`a step of an unknown kind: ${step.kind}`);
  const run = STEPS[step.kind];
  return words.map((word, i) => run(step, { program, values, word, i, attended: attention?.[i] }));
}

// Everything one run computes. `off`: names of steps that are switched off; `fixed`: values set by
// hand, by "position name".
function runProgram(program, tokens, off = new Set(), fixed = new Map()) {
  const words = encode(program, tokens);
  const values = new Map();
  const attention = new Map();
  for (const step of program.steps) {
    const isOff = off.has(step.name);
    const seen = isOff || step.query === undefined ? null : attentionOf(program, step, values);
    if (seen) attention.set(step.name, seen);
    const column = isOff
      ? words.map(() => restingValue(step.type))
      : runStep(program, step, words, values, seen);
    values.set(step.name, column.map((value, i) => fixed.get(`${i} ${step.name}`) ?? value));
  }
  const answer = answerOf(program, tokens, values, off);
  return { program, tokens, off, fixed, values, attention, ...answer };
}

// The votes of one variable's value: its row, or its one row times the number.
function voteRow(program, vote, value) {
  if (program.types.get(vote.reads).values) return vote.weights[value];
  return vote.weights[0].map((weight) => exact(weight * value));
}

// The votes at each position, the sum where the program is pooled, and the labels.
function answerOf(program, tokens, values, off) {
  const { output, types } = program;
  if (output.answer !== undefined) {
    const type = types.get(output.answer);
    const names = new Map(output.names ?? []);
    const label = (value) => names.get(value) ?? String(symbolOf(type, value));
    const labels = values.get(output.answer).map(label);
    return { votes: [], scores: [], labels: markEnds(program, tokens, labels) };
  }
  const votes = tokens.map(() => output.classes.map(() => 0));
  for (const vote of output.votes) {
    if (off.has(vote.reads)) continue;
    values.get(vote.reads).forEach((value, i) => {
      voteRow(program, vote, value).forEach((weight, c) => {
        votes[i][c] = exact(votes[i][c] + weight);
      });
    });
  }
  if (!output.pooled) {
    const labels = votes.map((row) => output.classes[winner(row)]);
    return { votes, scores: votes, labels: markEnds(program, tokens, labels) };
  }
  const total = output.classes.map((_, c) => votes.reduce((sum, row) => exact(sum + row[c]), 0));
  return { votes, scores: [total], labels: output.classes[winner(total)] };
}

const winner = (scores) => scores.indexOf(Math.max(...scores));

// Whether a position holds a begin or end word, which is answered with itself.
function isMark(program, tokens, i) {
  const { begin, end } = program.vocabulary;
  return (begin !== null && i === 0) || (end !== null && i === tokens.length - 1);
}

const markEnds = (program, tokens, labels) =>
  labels.map((label, i) => (isMark(program, tokens, i) ? tokens[i] : label));

// Whether votes decide at a position; at the one answer of a pooled program they do.
const isScored = (run, position) =>
  typeof run.labels === "string" || !isMark(run.program, run.tokens, position);
