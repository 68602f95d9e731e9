/**
 * Lower-cases a name for case-insensitive comparison. Non-ASCII letters are never mapped to ASCII,
 * such as the Kelvin sign to `k`, because mail systems distinguish such addresses.
 */
export function foldCase(text: string): string {
  return text.replace(/./gsu, (letter) => {
    const lower = letter.toLowerCase();
    return isAscii(lower) && !isAscii(letter) ? letter : lower;
  });
}

const isAscii = (text: string): boolean =>
  [...text].every((letter) => letter.codePointAt(0)! < 0x80);
