import { removeFromJava } from '../../cli/removal/java-removal.js';
import { REASONS } from '../../cli/removal/removal.js';

/** Taking a feature out of Java: what is written, and what is left. */

const lines = (...all: string[]): string => `${all.join('\n')}\n`;

/** Statements in a method of a class. */
const inMethod = (...statements: string[]): string =>
  lines('class A {', '  void f() {', ...statements.map((one) => `    ${one}`), '  }', '}');

function removed(text: string, value = true, dropsCalls = false): { text: string; left: string[] } {
  const { text: result, left } = removeFromJava(text, {
    ...{ feature: 'new', value, calls: [], dropsCalls },
  })!;
  return { text: result, left: left.map(({ line, reason }) => `${line} ${reason}`) };
}

const SAMPLES: Record<string, [before: string[], on: string[], off: string[]]> = {
  'an if with a block': [
    ['one();', 'if (unleash.isEnabled("new")) {', '  two();', '  three();', '}', 'four();'],
    ['one();', 'two();', 'three();', 'four();'],
    ['one();', 'four();'],
  ],
  'an if with an else': [
    ['if (!unleash.isEnabled("new", context)) {', '  old();', '} else {', '  next();', '}'],
    ['next();'],
    ['old();'],
  ],
  'an else if': [
    ['if (a) {', '  one();', '} else if (unleash.isEnabled("new")) {', '  two();', '}'],
    ['if (a) {', '  one();', '} else {', '  two();', '}'],
    ['if (a) {', '  one();', '}'],
  ],
  'a conditional': [
    ['String label = unleash.isEnabled("new") ? "New" : old ? "Old" : "None";'],
    ['String label = "New";'],
    ['String label = old ? "Old" : "None";'],
  ],
  'and, or and not': [
    [
      'if (a && unleash.isEnabled("new") && b) go();',
      'if (a || !unleash.isEnabled("new")) stay();',
    ],
    ['if (a && b) go();', 'if (a) stay();'],
    ['stay();'],
  ],
  'a return, after which nothing is reached': [
    ['if (unleash.isEnabled("new")) {', '  return;', '}', 'int a = old();', 'use(a);'],
    ['return;'],
    ['int a = old();', 'use(a);'],
  ],
  'a variable that is used': [
    [
      'final boolean isNew = getUnleash().isEnabled("new");',
      'if (isNew && a) {',
      '  go(!isNew);',
      '}',
    ],
    ['if (a) {', '  go(false);', '}'],
    [],
  ],
  'a value, and parentheses': [
    ['send((unleash.isEnabled("new")), a);', 'boolean b = (unleash.isEnabled("new") || a) && c;'],
    ['send(true, a);', 'boolean b = c;'],
    ['send(false, a);', 'boolean b = (a) && c;'],
  ],
  'a body without braces': [
    ['for (String one : all) if (unleash.isEnabled("new")) go(one);'],
    ['for (String one : all) go(one);'],
    ['for (String one : all) {}'],
  ],
  'a name that is declared outside, too': [
    ['if (unleash.isEnabled("new")) {', '  int a = 2;', '  go(a);', '}', 'int a = 1;'],
    ['{', '  int a = 2;', '  go(a);', '}', 'int a = 1;'],
    ['int a = 1;'],
  ],
  'a lambda': [
    [
      'all.filter(one -> unleash.isEnabled("new") && one.isGood()).map(x -> unleash.isEnabled("new") ? y(x) : x);',
    ],
    ['all.filter(one -> one.isGood()).map(x -> y(x));'],
    ['all.filter(one -> false).map(x -> x);'],
  ],
  'strings, characters and text blocks around it': [
    [
      `char q = '"'; String s = "if (\\"";`,
      'String t = """',
      '  if (isEnabled("other")) {',
      '  """;',
      'if (unleash.isEnabled("new")) { go(); } // "',
    ],
    [
      `char q = '"'; String s = "if (\\"";`,
      'String t = """',
      '  if (isEnabled("other")) {',
      '  """;',
      'go(); // "',
    ],
    [
      `char q = '"'; String s = "if (\\"";`,
      'String t = """',
      '  if (isEnabled("other")) {',
      '  """;',
      ' // "',
    ],
  ],
};

test.each(Object.entries(SAMPLES))('%s', (_, [before, on, off]) => {
  const text = (result: { text: string }): string =>
    result.text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n');
  const trimmed = (statements: string[]): string => text({ text: inMethod(...statements) });
  expect(text(removed(inMethod(...before)))).toBe(trimmed(on));
  expect(text(removed(inMethod(...before), false))).toBe(trimmed(off));
});

test('nothing is left of what can be taken out', () => {
  for (const [before] of Object.values(SAMPLES))
    expect(removed(inMethod(...before))).toMatchObject({ left: [] });
});

const REFUSED: Record<string, [before: string[], after: string[], reasons: string[]]> = {
  'a name in a constant': [
    ['String flag = "new";', 'if (unleash.isEnabled(flag)) go();'],
    ['String flag = "new";', 'if (unleash.isEnabled(flag)) go();'],
    [`3 ${REASONS.named}`],
  ],
  'a variant': [
    ['Variant v = unleash.getVariant("new");'],
    ['Variant v = unleash.getVariant("new");'],
    [`3 ${REASONS.named}`],
  ],
  'an argument that could do something': [
    ['if (unleash.isEnabled("new", context())) go();'],
    ['if (unleash.isEnabled("new", context())) go();'],
    [`3 ${REASONS.does}`],
  ],
  'a new client': [
    ['if (new Client().isEnabled("new")) go();'],
    ['if (new Client().isEnabled("new")) go();'],
    [`3 ${REASONS.does}`],
  ],
  'a variable that changes': [
    ['boolean isNew = unleash.isEnabled("new");', 'isNew = false;'],
    ['boolean isNew = true;', 'isNew = false;'],
    [`3 ${REASONS.exported}`],
  ],
  'a loop': [
    ['while (unleash.isEnabled("new")) go();'],
    ['while (true) go();'],
    [`3 ${REASONS.loop}`],
  ],
  'what is done before it is asked': [
    ['boolean a = go() || unleash.isEnabled("new");'],
    ['boolean a = go() || true;'],
    [`3 ${REASONS.before}`],
  ],
};

test.each(Object.entries(REFUSED))('%s is left, and told', (_, [before, after, reasons]) => {
  expect(removed(inMethod(...before))).toEqual({ text: inMethod(...after), left: reasons });
});

test('a field is given the value, and where it is used is told', () => {
  const code = lines('class A {', '  final boolean isNew = unleash.isEnabled("new");', '}');
  expect(removed(code)).toEqual({
    text: lines('class A {', '  final boolean isNew = true;', '}'),
    left: [`2 ${REASONS.exported}`],
  });
});

test('calls in arguments are dropped when that is wanted', () => {
  const code = inMethod('if (unleash.isEnabled("new", context(a))) go();');
  expect(removed(code, true, true)).toEqual({ text: inMethod('go();'), left: [] });
});

test('what is no Java is refused', () => {
  const wanted = { feature: 'new', value: true, calls: [], dropsCalls: false };
  expect(removeFromJava('class A { void f() { isEnabled("new"); }', wanted)).toBeUndefined();
});
