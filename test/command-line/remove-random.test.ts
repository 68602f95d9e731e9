import ts from 'typescript';
import { removeFromJava } from '../../cli/removal/java-removal.js';
import type { Wanted } from '../../cli/removal/removal.js';
import { removeFromTypeScript } from '../../cli/removal/typescript-removal.js';

/**
 * Random programs do the same without the feature as with its answer. What both languages have in
 * common is run as JavaScript.
 */

const PROGRAMS = Number(process.env['REMOVED_PROGRAMS'] ?? 300);
const ASK = 'c.isEnabled("new")';

/** A program, which is the same for the same seed. */
class Writer {
  private variables: string[] = [];
  private count = 0;

  constructor(
    private seed: number,
    private readonly isJava: boolean,
  ) {}

  private below(n: number): number {
    this.seed = (this.seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return Math.floor((this.seed / 0x80000000) * n);
  }

  private oneOf<T>(...all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }

  private simple(): string {
    return this.oneOf(ASK, 'p0()', 'p1()', 'q0', 'q1', 'true', ...this.variables);
  }

  private operand(depth: number): string {
    const text = this.expression(depth);
    return /[&|?]/.test(text) ? `(${text})` : text;
  }

  private expression(depth: number): string {
    if (depth === 0) return this.simple();
    const [a, b, c] = [1, 2, 3].map(() => this.operand(depth - 1)) as [string, string, string];
    const and = `${a} && ${b}`;
    return this.oneOf(
      this.simple(),
      `!${a}`,
      and,
      `${and} || ${c}`,
      `${a} ? ${b} : ${c}`,
      `(${a})`,
    );
  }

  private block(depth: number, indent: string): string {
    const known = [...this.variables];
    const inner = Array.from({ length: this.below(4) }, () => this.statement(depth, `${indent}  `));
    this.variables = known;
    return `{\n${inner.join('')}${indent}}`;
  }

  private variable(indent: string): string {
    const name = `v${this.count++}`;
    const kind = this.isJava ? this.oneOf('boolean', 'final boolean') : 'const';
    const text = `${indent}${kind} ${name} = ${this.oneOf(ASK, `!${ASK}`, this.expression(2))};\n`;
    this.variables.push(name);
    return text;
  }

  private statement(depth: number, indent: string): string {
    const log = `log(${this.below(100)});`;
    if (depth === 0) return `${indent}${this.oneOf(log, `log(${this.expression(2)});`)}\n`;
    const block = (): string => this.block(depth - 1, indent);
    const test = `if (${this.expression(2)})`;
    const loop = `for (${this.isJava ? 'int' : 'let'} i = 0; i < 2; i++)`;
    return this.oneOf(
      () => `${indent}${log}\n`,
      () => this.variable(indent),
      () => `${indent}${test} ${block()}\n`,
      () => `${indent}${test} ${block()} else ${block()}\n`,
      () => `${indent}${test} ${block()} else if (${this.expression(1)}) ${block()}\n`,
      () => `${indent}${test} ${log}\n${indent}else ${test} ${log}\n`,
      () => `${indent}${loop} ${test} ${log}\n`,
      () => `${indent}${test} return ${this.expression(1)};\n`,
    )();
  }

  program(): string {
    const body = this.block(3, this.isJava ? '  ' : '');
    return this.isJava ? `class A {\n  void f() ${body}\n}\n` : `function f() ${body}\n`;
  }
}

/** What a program does: what it logs and asks, in order, and its result. */
function doneBy(code: string, value: boolean, bits: number): string {
  const body = code
    .replace(/^class A \{\n {2}void ([^]*)\n\}\n$/, 'function $1')
    .replace(/final boolean |boolean |int /g, 'let ');
  const done: unknown[] = [];
  let asked = 0;
  const ask = (name: string) => (): boolean => {
    const answer = ((bits >> (asked++ % 16)) & 1) === 1;
    done.push(`${name} ${answer}`);
    return answer;
  };
  // The programs are those of this test.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const run = new Function('c', 'log', 'p0', 'p1', 'q0', 'q1', `${body}return f();`) as (
    ...given: unknown[]
  ) => unknown;
  const log = (what: unknown): unknown => done.push(what);
  const given = [ask('p0'), ask('p1'), (bits & 1) === 1, (bits & 2) === 2];
  const result = run({ isEnabled: () => value }, log, ...given);
  return JSON.stringify([...done, result]);
}

test.each([
  ['TypeScript', (text: string, wanted: Wanted) => removeFromTypeScript(ts, 'a.ts', text, wanted)],
  ['Java', removeFromJava],
])('programs of %s do the same', (language, remove) => {
  let asking = 0;
  for (let seed = 1; seed <= PROGRAMS; seed++) {
    const code = new Writer(seed * 7919, language === 'Java').program();
    if (!code.includes(ASK)) continue;
    asking++;
    for (const value of [true, false]) {
      const rewritten = remove(code, { feature: 'new', value, calls: [], dropsCalls: false })!;
      expect(rewritten.text).not.toContain('isEnabled');
      for (const bits of [0, 1, 2, 3, 0xffff, 0xaaab, 0x5a5a])
        expect([code, doneBy(rewritten.text, value, bits)]).toEqual([
          code,
          doneBy(code, value, bits),
        ]);
    }
  }
  expect(asking).toBeGreaterThan(PROGRAMS / 3);
});
