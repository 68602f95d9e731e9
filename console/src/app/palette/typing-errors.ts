const FORGIVING = 4;
const MORE_FORGIVING = 7;
const PIECES = 3;

/** How many wrong, missing, additional or swapped letters are forgiven. */
export function errorsAllowed(letters: string): number {
  if (letters.length < FORGIVING) return 0;
  return letters.length < MORE_FORGIVING ? 1 : 2;
}

/**
 * How many letters have to be changed, added, left out or swapped, so that a text contains others
 * (optimal string alignment with any beginning and end of the text).
 */
export function errorsIn(letters: string, text: string): number {
  const [wanted, given] = [letters.toLowerCase(), text.toLowerCase()];
  if (given.includes(wanted)) return 0;
  let before: number[] = [];
  let row: number[] = Array.from({ length: given.length + 1 }, () => 0);
  for (let i = 1; i <= wanted.length; i++) {
    const next = [i];
    for (let j = 1; j <= given.length; j++) {
      const isSame = wanted[i - 1] === given[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = wanted[i - 1] === given[j - 2] && wanted[i - 2] === given[j - 1];
      if (i > 1 && j > 1 && isSwapped) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return Math.min(...row);
}

/** Whether a text contains letters, with typing errors forgiven. */
export function isAlike(letters: string, text: string): boolean {
  return errorsIn(letters, text) <= errorsAllowed(letters);
}

/** Pieces of letters: one error, wherever it is, leaves at least one of them as it should be. */
export function piecesOf(letters: string): string[] {
  if (errorsAllowed(letters) === 0) return [];
  if (letters.length < MORE_FORGIVING) {
    const middle = Math.ceil(letters.length / 2);
    return [letters.slice(0, middle), letters.slice(middle)];
  }
  const length = Math.floor(letters.length / PIECES);
  return [letters.slice(0, length), letters.slice(-length)];
}
