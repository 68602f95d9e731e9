/** A token of Java, or the mark of an answer that is known. */
export interface Token {
  text: string;
  start: number;
  end: number;
  kind: 'word' | 'string' | 'symbol' | 'mark' | 'other';
}

/** Begins and ends a mark, which contains its value and its line; part of no Java. */
const [BEGIN, END] = ['\uE000', '\uE001'];

export const markOf = (value: boolean, line: number | string): string =>
  `${BEGIN}${value}:${line}${END}`;
export const hasMarks = (text: string): boolean => /[\uE000\uE001]/.test(text);
export const withoutMarks = (text: string): string =>
  text.replace(/\uE000(true|false):\d+\uE001/g, '$1');
export const valueOf = ({ text }: Token): boolean => text.startsWith(`${BEGIN}true`);
export const lineOf = ({ text }: Token): number => Number(text.slice(text.indexOf(':') + 1, -1));

const TOKEN = new RegExp(
  [
    String.raw`(?<blank>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)`,
    String.raw`(?<mark>\uE000[^\uE001]*\uE001)`,
    String.raw`(?<string>"""[\s\S]*?(?<!\\)"""|"(?:[^"\\\n]|\\.)*")`,
    String.raw`(?<other>'(?:[^'\\\n]|\\.)+'|\d[\w.]*)`,
    String.raw`(?<word>[\p{L}_$][\p{L}\p{N}_$]*)`,
    String.raw`(?<symbol>->|::|&&|\|\||\+\+|--|[=!<>+\-*/&|^%]=|[\s\S])`,
  ].join('|'),
  'uy',
);

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The tokens of a text of Java, with what belongs together. */
export class JavaTokens {
  readonly all: Token[] = [];
  /** The index of the other bracket. */
  private readonly pairs = new Map<number, number>();
  /** Whether the brackets fit. */
  readonly isWhole: boolean;

  constructor(readonly source: string) {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(source); match?.[0]; match = TOKEN.exec(source)) {
      const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!;
      const [text, start] = [match[0], match.index];
      if (kind !== 'blank')
        this.all.push({ text, start, end: start + text.length, kind: kind as Token['kind'] });
    }
    this.isWhole = this.pair();
  }

  private pair(): boolean {
    const open: number[] = [];
    for (const [index, { text, kind }] of this.all.entries()) {
      if (kind !== 'symbol') continue;
      if (text in PAIRS) open.push(index);
      if (!Object.values(PAIRS).includes(text)) continue;
      const begin = open.pop();
      if (begin === undefined || PAIRS[this.all[begin]!.text] !== text) return false;
      this.pairs.set(begin, index).set(index, begin);
    }
    return open.length === 0;
  }

  /** The text of a token; empty outside of the file. */
  text(index: number): string {
    return this.all[index]?.text ?? '';
  }

  pairOf(index: number): number {
    return this.pairs.get(index)!;
  }

  slice(first: number, last: number): string {
    return this.source.slice(this.all[first]!.start, this.all[last]!.end);
  }

  /**
   * The next token from an index on that ends something, outside of brackets.
   * @param step 1 forwards, -1 backwards.
   */
  find(from: number, ends: ReadonlySet<string>, step: 1 | -1): number {
    const inner = step === 1 ? /^[([{]$/ : /^[)\]}]$/;
    let index = from;
    while (index >= 0 && index < this.all.length && !ends.has(this.text(index)))
      index = (inner.test(this.text(index)) ? this.pairOf(index) : index) + step;
    return index;
  }

  /** The brace that a token is in; -1 outside of all. */
  blockAround(index: number): number {
    for (let one = index - 1; one >= 0; one--) {
      const text = this.text(one);
      if (text === '{') return one;
      if (/^[)\]}]$/.test(text)) one = this.pairOf(one);
    }
    return -1;
  }

  /** Whether a brace is that of a class, rather than of statements. */
  isOfType(brace: number): boolean {
    if (brace < 0) return true;
    const before = this.text(brace - 1);
    if (before === ')') {
      const open = this.pairOf(brace - 1);
      const start = this.find(open - 1, new Set([';', '{', '}', '(', ',', '=', 'new']), -1);
      return this.text(start) === 'new';
    }
    if (before === '->' || /^(?:else|do|try|finally|static)$/.test(before)) return false;
    const start = this.find(brace - 1, new Set([';', '{', '}']), -1);
    return this.all
      .slice(start + 1, brace)
      .some(({ text }) => /^(?:class|interface|enum|record)$/.test(text));
  }

  /** The index after a statement. */
  statementEnd(index: number): number {
    const text = this.text(index);
    if (text === '{') return this.pairOf(index) + 1;
    if (text === 'if') {
      const end = this.statementEnd(this.pairOf(index + 1) + 1);
      return this.text(end) === 'else' ? this.statementEnd(end + 1) : end;
    }
    if (/^(?:for|while|switch|synchronized)$/.test(text))
      return this.statementEnd(this.pairOf(index + 1) + 1);
    if (text === 'do') return this.pairOf(this.statementEnd(index + 1) + 1) + 2;
    if (text === 'try') return this.tryEnd(index + 1);
    if (this.all[index]?.kind === 'word' && this.text(index + 1) === ':')
      return this.statementEnd(index + 2);
    return this.simpleEnd(index);
  }

  private tryEnd(index: number): number {
    let end = this.text(index) === '(' ? this.pairOf(index) + 1 : index;
    end = this.pairOf(end) + 1;
    while (/^(?:catch|finally)$/.test(this.text(end))) {
      const block = this.text(end) === 'catch' ? this.pairOf(end + 1) + 1 : end + 1;
      end = this.pairOf(block) + 1;
    }
    return end;
  }

  private simpleEnd(index: number): number {
    let one = index;
    while (/^(?:final|abstract|static|sealed)$/.test(this.text(one))) one++;
    const isType = /^(?:class|interface|enum|record)$/.test(this.text(one));
    const end = this.find(one, new Set(isType ? ['{'] : [';']), 1);
    return (isType ? this.pairOf(end) : end) + 1;
  }
}
