const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/**
 * Valid JSON with line breaks and indentation. Values and repeated names stay as they are written:
 * parsing would change 9007199254740993 and 1e400.
 */
export function indentedJson(text: string): string {
  let depth = 0;
  let before = '';
  let indented = '';
  for (const token of text.match(TOKENS) ?? []) {
    const isAfterStart = before === '{' || before === '[';
    const isEnd = token === '}' || token === ']';
    if (isEnd) depth--;
    if (isEnd ? !isAfterStart : isAfterStart || before === ',')
      indented += `\n${'  '.repeat(depth)}`;
    indented += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth++;
    before = token;
  }
  return indented;
}
