import { type JavaTokens, valueOf } from './java-tokens.js';
import { type Edit, indentAt, outdented, wholeLines } from './removal.js';

const LISTS = /^[{};:]$/;
const EXITS = /^(?:return|throw|break|continue|yield)$/;

/** An `if` whose condition is known. */
interface Branches {
  /** Indexes of its first and last token. */
  first: number;
  last: number;
  /** Indexes of the first and last token of the branch that is left. */
  chosen: [first: number, last: number] | undefined;
}

/** Puts the branch that is left in the place of an `if` whose condition is a mark. */
export function removedIf(tokens: JavaTokens, mark: number): Edit[] | undefined {
  const isCondition =
    tokens.text(mark - 1) === '(' &&
    tokens.text(mark + 1) === ')' &&
    tokens.text(mark - 2) === 'if';
  if (!isCondition) return undefined;
  const branches = branchesOf(tokens, mark);
  const { first, last } = branches;
  const chosen = isEmpty(tokens, branches.chosen) ? undefined : branches.chosen;
  const [start, end] = [tokens.all[first]!.start, tokens.all[last]!.end];
  const before = tokens.text(first - 1);
  if (before === 'else') {
    if (!chosen) return [{ start: tokens.all[first - 2]!.end, end, text: '' }];
    return [{ start, end, text: tokens.slice(...chosen) }];
  }
  if (!LISTS.test(before)) {
    const text = chosen ? tokens.slice(...chosen) : '{}';
    const takesElse = tokens.text(last + 1) === 'else' && !text.startsWith('{');
    return [{ start, end, text: takesElse ? `{ ${text} }` : text }];
  }
  if (!chosen) return [withComments(tokens.source, wholeLines(tokens.source, start, end))];
  const edit = { start, end, text: withoutBraces(tokens, branches, chosen) };
  if (!exits(tokens, chosen)) return [edit];
  return [{ ...edit, end: tokens.all[lastDead(tokens, last)]!.end }];
}

function branchesOf(tokens: JavaTokens, mark: number): Branches {
  const first = mark - 2;
  const thenEnd = tokens.statementEnd(mark + 2);
  const hasElse = tokens.text(thenEnd) === 'else';
  const end = hasElse ? tokens.statementEnd(thenEnd + 1) : thenEnd;
  const isThen = valueOf(tokens.all[mark]!);
  const otherwise = hasElse ? ([thenEnd + 1, end - 1] as [number, number]) : undefined;
  return { first, last: end - 1, chosen: isThen ? [mark + 2, thenEnd - 1] : otherwise };
}

function isEmpty(tokens: JavaTokens, chosen: Branches['chosen']): boolean {
  if (!chosen) return true;
  const text = tokens.slice(...chosen);
  return text === ';' || (text.startsWith('{') && text.slice(1, -1).trim() === '');
}

/** Takes away the comment right above, too. */
function withComments(source: string, edit: Edit): Edit {
  const above = /(?:^|\n)((?:[ \t]*\/\/[^\n]*\n)+)$/.exec(source.slice(0, edit.start));
  return above ? { ...edit, start: edit.start - above[1]!.length } : edit;
}

/** A branch as part of the list of its `if`; in braces if a name could be mistaken. */
function withoutBraces(
  tokens: JavaTokens,
  { first, last }: Branches,
  [from, to]: [number, number],
): string {
  const text = tokens.slice(from, to);
  if (tokens.text(from) !== '{') return text;
  const names = namesIn(tokens, from, to);
  const block = tokens.blockAround(first);
  const end = block < 0 ? tokens.all.length : tokens.pairOf(block);
  for (let index = block + 1; index < end; index++)
    if ((index < first || index > last) && names.has(tokens.text(index))) return text;
  const indent = indentAt(tokens.source, tokens.all[first]!.start);
  return outdented(text.slice(1, -1), indent, text.includes('"""'));
}

/** The names that could be declared in a block. */
function namesIn(tokens: JavaTokens, from: number, to: number): Set<string> {
  const names = new Set<string>();
  for (let index = from + 1; index < to; index++) {
    const [before, one] = [tokens.all[index - 1]!, tokens.all[index]!];
    const isTyped = before.kind === 'word' || /^[>\]]$/.test(before.text);
    const isFollowed = /^(?:[=;,:({]|extends|implements)$/.test(tokens.text(index + 1));
    if (one.kind === 'word' && isTyped && isFollowed && !EXITS.test(before.text))
      names.add(one.text);
    if (tokens.text(index) === '{') index = tokens.pairOf(index);
  }
  return names;
}

/** Whether nothing after a branch is reached. */
function exits(tokens: JavaTokens, [from, to]: [number, number]): boolean {
  if (tokens.text(from) !== '{') return EXITS.test(tokens.text(from));
  let start = from + 1;
  for (let end = start; end < to; end = tokens.statementEnd(end)) start = end;
  return start < to && EXITS.test(tokens.text(start));
}

/** The last token of what follows in the same list of statements. */
function lastDead(tokens: JavaTokens, last: number): number {
  let end = last;
  while (!/^(?:\}|case|default|)$/.test(tokens.text(end + 1)))
    end = tokens.statementEnd(end + 1) - 1;
  return end;
}
