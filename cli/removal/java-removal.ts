import { removedIf } from './java-branches.js';
import { hasMarks, JavaTokens, lineOf, markOf, valueOf, withoutMarks } from './java-tokens.js';
import {
  callsOf,
  type Edit,
  edited,
  type LeftOver,
  lineAt,
  REASONS,
  type Rewritten,
  type Wanted,
  wholeLines,
} from './removal.js';

/** Before what an expression can begin. */
const ASSIGNS = ['=', '+=', '|=', '&=', '^='];
const STARTS = [...ASSIGNS, '(', ',', '[', '{', '}', ';', '->', '?', ':', 'return', 'assert'];
const ENDS = ['?', ':', ')', ']', '}', ',', ';'];
const [OR_START, OR_END] = [new Set(STARTS), new Set(ENDS)];
const [AND_START, AND_END] = [new Set([...STARTS, '||']), new Set([...ENDS, '||'])];
/** After these words parentheses are no arguments. */
const NO_CALL = /^(?:return|assert|else|do|case|throw|yield)$/;
const LISTS = new Set(['{', '}', ';']);
/** More steps than any file needs: each removes a token or a mark. */
const MOST_STEPS = 10_000;

/** Whether a file is one of Java. */
export const isJava = (file: string): boolean => file.endsWith('.java');

/**
 * Takes a feature out of a file of Java.
 * @returns undefined when the file cannot be read as Java.
 */
export function removeFromJava(text: string, wanted: Wanted): Rewritten | undefined {
  if (hasMarks(text) || !new JavaTokens(text).isWhole) return undefined;
  const left: LeftOver[] = [];
  let marked = answered(new JavaTokens(text), wanted, left);
  for (let step = 0; step < MOST_STEPS; step++) {
    const edits = nextOf(new JavaTokens(marked));
    if (!edits) break;
    marked = edited(marked, edits);
  }
  leave(new JavaTokens(marked), left);
  const result = withoutMarks(marked);
  if (!new JavaTokens(result).isWhole) return undefined;
  return { text: result, left: left.sort((a, b) => a.line - b.line) };
}

/** The text with a mark instead of each call that asks for the feature. */
function answered(tokens: JavaTokens, wanted: Wanted, left: LeftOver[]): string {
  const calls = callsOf(wanted);
  const edits: Edit[] = [];
  for (const [index, { text, start }] of tokens.all.entries()) {
    if (text !== JSON.stringify(wanted.feature)) continue;
    const line = lineAt(tokens.source, start);
    const isAsked = tokens.text(index - 1) === '(' && calls.has(tokens.text(index - 2));
    const call = isAsked ? callAt(tokens, index, wanted.dropsCalls) : REASONS.named;
    if (typeof call === 'string') left.push({ line, reason: call });
    else edits.push({ ...call, text: markOf(wanted.value, line) });
  }
  return edited(tokens.source, edits);
}

/** Where a call is, or why it cannot be replaced. */
function callAt(
  tokens: JavaTokens,
  name: number,
  dropsCalls: boolean,
): { start: number; end: number } | string {
  const close = tokens.pairOf(name - 1);
  if (tokens.text(close + 1) === '.') return REASONS.used;
  let first = name - 2;
  while (tokens.text(first - 1) === '.') {
    const before = first - 2;
    const isCall = tokens.text(before) === ')';
    const open = isCall ? tokens.pairOf(before) : before;
    if (isCall && open + 1 < before && !dropsCalls) return REASONS.does;
    first = isCall ? open - 1 : before;
  }
  if (tokens.all[first]?.kind !== 'word' || tokens.text(first - 1) === 'new') return REASONS.does;
  if (!dropsCalls && !isQuiet(tokens, name + 1, close)) return REASONS.does;
  return { start: tokens.all[first]!.start, end: tokens.all[close]!.end };
}

/** Whether evaluating some tokens does nothing else. */
function isQuiet(tokens: JavaTokens, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const text = tokens.text(index);
    if (text === 'new' || text === '++' || text === '--' || ASSIGNS.includes(text)) return false;
    if (tokens.all[index]!.kind === 'word' && tokens.text(index + 1) === '(') return false;
  }
  return true;
}

/** The next step that makes the text simpler. */
function nextOf(tokens: JavaTokens): Edit[] | undefined {
  for (const [index, { kind }] of tokens.all.entries()) {
    if (kind !== 'mark') continue;
    const edits =
      simpler(tokens, index) ??
      logical(tokens, index) ??
      conditional(tokens, index) ??
      removedIf(tokens, index) ??
      statement(tokens, index);
    if (edits) return edits;
  }
  return undefined;
}

/** A part of the text from one token to another. */
function part(tokens: JavaTokens, first: number, last: number, text: string): Edit[] {
  return [{ start: tokens.all[first]!.start, end: tokens.all[last]!.end, text }];
}

const marked = (tokens: JavaTokens, index: number, value: boolean): string =>
  markOf(value, lineOf(tokens.all[index]!));

/** Takes away `!`, and parentheses with nothing else in them. */
function simpler(tokens: JavaTokens, index: number): Edit[] | undefined {
  const mark = tokens.all[index]!;
  if (tokens.text(index - 1) === '!')
    return part(tokens, index - 1, index, marked(tokens, index, !valueOf(mark)));
  if (tokens.text(index - 1) !== '(' || tokens.text(index + 1) !== ')') return undefined;
  const before = tokens.all[index - 2];
  const isCall = before?.kind === 'word' && !NO_CALL.test(before.text);
  if (isCall || /^[)\]>]$/.test(before?.text ?? '')) return undefined;
  return part(tokens, index - 1, index + 1, mark.text);
}

/** Takes away `&&` and `||`. */
function logical(tokens: JavaTokens, index: number): Edit[] | undefined {
  return (
    operand(tokens, index, { operator: '&&', ends: false, start: AND_START, end: AND_END }) ??
    operand(tokens, index, { operator: '||', ends: true, start: OR_START, end: OR_END })
  );
}

interface Operation {
  operator: '&&' | '||';
  /** The value of an operand that decides the result. */
  ends: boolean;
  start: ReadonlySet<string>;
  end: ReadonlySet<string>;
}

function operand(
  tokens: JavaTokens,
  index: number,
  { operator, ends, start, end }: Operation,
): Edit[] | undefined {
  const mark = tokens.all[index]!;
  const [before, after] = [tokens.text(index - 1), tokens.text(index + 1)];
  const decides = valueOf(mark) === ends;
  const canBegin = start.has(before) || before === operator || before === '';
  if (after === operator && canBegin) {
    if (decides) return part(tokens, index, tokens.find(index + 1, end, 1) - 1, mark.text);
    return [{ start: mark.start, end: tokens.all[index + 2]!.start, text: '' }];
  }
  if (before !== operator || !end.has(after)) return undefined;
  if (!decides) return [{ start: tokens.all[index - 2]!.end, end: mark.end, text: '' }];
  const first = tokens.find(index - 1, start, -1) + 1;
  return isQuiet(tokens, first, index) ? part(tokens, first, index, mark.text) : undefined;
}

/** Takes away `?` and `:`. */
function conditional(tokens: JavaTokens, index: number): Edit[] | undefined {
  if (tokens.text(index + 1) !== '?' || !OR_START.has(tokens.text(index - 1))) return undefined;
  const colon = colonOf(tokens, index + 2);
  const end = endOfBranch(tokens, colon + 1);
  const isFirst = valueOf(tokens.all[index]!);
  const chosen = isFirst ? tokens.slice(index + 2, colon - 1) : tokens.slice(colon + 1, end - 1);
  return part(tokens, index, end - 1, chosen);
}

/** The `:` that belongs to a `?`. */
function colonOf(tokens: JavaTokens, from: number): number {
  const marks = new Set(['?', ':']);
  let open = 1;
  for (let index = tokens.find(from, marks, 1); ; index = tokens.find(index + 1, marks, 1)) {
    if (tokens.text(index) === '') return index;
    if (tokens.text(index) === ':') open--;
    else if (!isWildcard(tokens, index)) open++;
    if (open === 0) return index;
  }
}

function isWildcard(tokens: JavaTokens, index: number): boolean {
  return (
    /^[<,]$/.test(tokens.text(index - 1)) && /^(?:extends|super|>|,)$/.test(tokens.text(index + 1))
  );
}

/** The token after the last branch of a `?`. */
function endOfBranch(tokens: JavaTokens, from: number): number {
  const ends = new Set(ENDS);
  let index = tokens.find(from, ends, 1);
  while (tokens.text(index) === '?')
    index = isWildcard(tokens, index)
      ? tokens.find(index + 1, ends, 1)
      : endOfBranch(tokens, colonOf(tokens, index + 1) + 1);
  return index;
}

/** Takes away a statement that is only an answer, and a variable that is one. */
function statement(tokens: JavaTokens, index: number): Edit[] | undefined {
  if (tokens.text(index + 1) !== ';') return undefined;
  const { start } = tokens.all[index]!;
  const end = tokens.all[index + 1]!.end;
  if (LISTS.has(tokens.text(index - 1))) return [wholeLines(tokens.source, start, end)];
  const isVariable =
    tokens.text(index - 1) === '=' && /^(?:boolean|Boolean|var)$/.test(tokens.text(index - 3));
  return isVariable ? followed(tokens, index) : undefined;
}

/** Uses the answer instead of a local variable; undefined when that is not safe. */
function followed(tokens: JavaTokens, index: number): Edit[] | undefined {
  const name = tokens.text(index - 2);
  const first = tokens.text(index - 4) === 'final' ? index - 4 : index - 3;
  const block = tokens.blockAround(index);
  if (!LISTS.has(tokens.text(first - 1)) || tokens.isOfType(block)) return undefined;
  const { text } = tokens.all[index]!;
  const edits = [wholeLines(tokens.source, tokens.all[first]!.start, tokens.all[index + 1]!.end)];
  for (let one = index + 1; one < tokens.pairOf(block); one++) {
    const use = tokens.all[one]!;
    const isMember = /^(?:\.|::)$/.test(tokens.text(one - 1)) || tokens.text(one + 1) === '(';
    if (use.text !== name || isMember) continue;
    if (!isRead(tokens, one)) return undefined;
    edits.push({ start: use.start, end: use.end, text });
  }
  return edits;
}

/** Whether a name is only read: not assigned, declared, or the parameter of a lambda. */
function isRead(tokens: JavaTokens, index: number): boolean {
  const before = tokens.all[index - 1]!;
  const after = tokens.text(index + 1);
  const isDeclared =
    (before.kind === 'word' && !NO_CALL.test(before.text)) || /^[>\]]$/.test(before.text);
  const isChanged = /^(?:\+\+|--)$/.test(before.text) || ['++', '--', ...ASSIGNS].includes(after);
  const isObject = after === '.' || after === '->' || tokens.text(index + 2) === '->';
  return !isDeclared && !isChanged && !isObject;
}

/** Tells what the marks that are left leave to do. */
function leave(tokens: JavaTokens, left: LeftOver[]): void {
  for (const [index, mark] of tokens.all.entries()) {
    if (mark.kind !== 'mark') continue;
    const [before, after] = [tokens.text(index - 1), tokens.text(index + 1)];
    const isLoop =
      (before === '(' && tokens.text(index - 2) === 'while') || (before === ';' && after === ';');
    const isJoined = /^(?:&&|\|\|)$/.test(before) || /^(?:&&|\|\||\?)$/.test(after);
    const isKept = before === '=' && after === ';';
    const reason = isLoop
      ? REASONS.loop
      : isJoined
        ? REASONS.before
        : isKept
          ? REASONS.exported
          : undefined;
    if (reason) left.push({ line: lineOf(mark), reason });
  }
}
