const [QUOTE, BACKSLASH, MINUS, COLON] = [0x22, 0x5c, 0x2d, 0x3a];
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Turns the numbers in JSON beyond 2^53, such as 64-bit ids and 1e400, into strings of what is
 * written, since JavaScript would round them. Other numbers, and what is not JSON, stay as they
 * are.
 */
export function withLargeNumbersAsText(json: Buffer): Buffer {
  const parts: (Buffer | string)[] = [];
  let copied = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] === QUOTE) at = endOfText(json, at);
    else if (isDigit(json[at]) || json[at] === MINUS) {
      const end = endOfNumber(json, at);
      const text = json.toString('latin1', at, end);
      if (isLarge(text) && !isName(json, end)) {
        parts.push(json.subarray(copied, at), `"${text}"`);
        copied = end;
      }
      at = end - 1;
    }
  }
  if (copied === 0) return json;
  return Buffer.concat([...parts.map((part) => Buffer.from(part)), json.subarray(copied)]);
}

const isLarge = (text: string): boolean =>
  Math.abs(Number(text)) > Number.MAX_SAFE_INTEGER && NUMBER.test(text);

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Position of the closing quotation mark, or of the end without one. */
function endOfText(json: Buffer, start: number): number {
  let at = start + 1;
  for (; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++;
  return at;
}

/** Position after everything that can be part of a number. */
function endOfNumber(json: Buffer, start: number): number {
  let at = start + 1;
  while (isDigit(json[at]) || '+-.eE'.includes(String.fromCharCode(json[at] ?? 0))) at++;
  return at;
}

/** Whether a colon follows, so that the parser must refuse what precedes it as a name. */
function isName(json: Buffer, end: number): boolean {
  let at = end;
  while ([0x20, 0x09, 0x0a, 0x0d].includes(json[at] ?? 0)) at++;
  return json[at] === COLON;
}
