/**
 * A text in lower case, for names that letter case makes no difference in. A letter outside of
 * ASCII never becomes one of ASCII alone, as the Kelvin sign would become `k`: mail systems tell
 * these addresses apart, so they may belong to two people.
 */
export function foldCase(text: string): string {
  return text.replace(/./gsu, (letter) => {
    const lower = letter.toLowerCase();
    return isAscii(lower) && !isAscii(letter) ? letter : lower;
  });
}

const isAscii = (text: string): boolean =>
  [...text].every((letter) => letter.codePointAt(0)! < 0x80);
