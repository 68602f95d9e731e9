/** What is removed from code. */
export interface Wanted {
  feature: string;
  /** What code gets when it asks for the feature from now on. */
  value: boolean;
  /** Functions that answer whether a feature is on, besides those of SDKs. */
  calls: readonly string[];
  /** Whether calls in arguments, which could do something, are dropped too. */
  dropsCalls: boolean;
}

/** What is left to do by hand. */
export interface LeftOver {
  line: number;
  reason: string;
}

/** A file without the feature, as far as that is safe. */
export interface Rewritten {
  text: string;
  left: LeftOver[];
}

/** Functions of SDKs that answer whether a feature is on. */
const CALLS = ['isEnabled', 'isFeatureEnabled', 'useFlag', 'getBooleanValue'];

/** The functions whose calls are replaced. */
export const callsOf = ({ calls }: Wanted): ReadonlySet<string> => new Set([...CALLS, ...calls]);

export const REASONS = {
  named: 'names the feature otherwise',
  does: 'an argument is a call or an assignment, which could do something',
  optional: 'is off when there is no client',
  used: 'something is called on the answer',
  exported: 'the answer is kept in a variable that cannot be followed',
  loop: 'a loop depends on it',
  before: 'something is done before it is asked',
  after: 'code after it is never reached, but declares something',
} as const;

/** A replacement of a part of a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A part of a text with edits, which do not overlap, applied. */
export function edited(text: string, edits: readonly Edit[], start = 0, end = text.length): string {
  let result = '';
  let at = start;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at, end);
}

/** What surrounds a part of a text: the whole lines, if there is nothing else on them. */
export function wholeLines(text: string, start: number, end: number): Edit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const lineEnd = next < 0 ? text.length : next + 1;
  const isAlone =
    text.slice(lineStart, start).trim() === '' && text.slice(end, lineEnd).trim() === '';
  return isAlone ? { start: lineStart, end: lineEnd, text: '' } : { start, end, text: '' };
}

/** The blanks at the start of the line of a position. */
export function indentAt(text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, at))![0];
}

/** What is in the braces of a block, with the indent of what the block was in. */
export function outdented(inner: string, indent: string, keepsBlanks: boolean): string {
  const lines = inner
    .replace(/^[ \t]*\r?\n/, '')
    .trimEnd()
    .split('\n');
  const first = /^[ \t]*/.exec(lines.find((line) => line.trim() !== '') ?? '')![0];
  const moved = (line: string): string =>
    line.startsWith(first) ? indent + line.slice(first.length) : line;
  return (keepsBlanks ? lines : lines.map(moved)).join('\n').trimStart();
}

/** The number of the line of a position. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;
