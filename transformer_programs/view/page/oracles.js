// What the built-in tasks ask, in a few lines each: the right answer of any input one may type.
// null: nothing is asked at this position.

const ORACLES = {
  reverse: (words) => [null, ...words.slice(1, -1).reverse(), null],
  sort: (words) => [null, ...words.slice(1, -1).sort((a, b) => Number(a) - Number(b)), null],
  hist: (words) => [null, ...words.slice(1).map((w) => String(countOf(words, w)))],
  double_hist: (words) => {
    const symbols = words.slice(1);
    const alike = (w) => symbols.filter((other) => countOf(symbols, other) === countOf(symbols, w));
    return [null, ...symbols.map((w) => String(new Set(alike(w)).size))];
  },
  most_freq: (words) => {
    const symbols = words.slice(1);
    const ranked = [...new Set(symbols)].sort(
      (a, b) =>
        countOf(symbols, b) - countOf(symbols, a) || symbols.indexOf(a) - symbols.indexOf(b),
    );
    return [null, ...ranked, ...Array(symbols.length - ranked.length).fill("<s>")];
  },
  dyck: (words) => {
    let left = ""; // what is left of the input so far when matching neighbours are crossed out
    return words.map((w, i) => {
      if (i === 0) return null;
      left += w;
      if (left.endsWith("()") || left.endsWith("{}")) left = left.slice(0, -2);
      if (/[)}]/.test(left)) return "F";
      return left ? "P" : "T";
    });
  },
  induction: (words) =>
    words.map((w, i) => {
      if (i === 0 || /^\d+$/.test(w)) return null;
      const earlier = words.slice(0, i).indexOf(w);
      return earlier < 0 ? "unk" : words[earlier + 1];
    }),
};

const countOf = (words, w) => words.filter((other) => other === w).length;
