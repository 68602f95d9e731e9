/**
 * A text in lower case, for names that letter case makes no difference in. A letter that is none of ASCII does not become one of ASCII, such as the sign of Kelvin
 * a `k`: to whoever gives out addresses these are two, which may belong to two people.
 */
export function foldCase(text: string): string {
  return text.replace(/./gsu, (letter) => {
    const lower = letter.toLowerCase();
    return isAscii(lower.codePointAt(0)!) && !isAscii(letter.codePointAt(0)!) ? letter : lower;
  });
}

const isAscii = (point: number): boolean => point < 0x80;
