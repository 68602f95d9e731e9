import ts from 'typescript';
import { removeFromTypeScript } from '../../cli/removal/typescript-removal.js';
import { REASONS } from '../../cli/removal/removal.js';

/** Taking a feature out of TypeScript and JavaScript: what is written, and what is left. */

function removed(
  text: string,
  value = true,
  more: { calls?: string[]; dropsCalls?: boolean; file?: string } = {},
): { text: string; left: string[] } {
  const { file = 'a.tsx', calls = [], dropsCalls = false } = more;
  const wanted = { feature: 'new', value, calls, dropsCalls };
  const { text: result, left } = removeFromTypeScript(ts, file, text, wanted)!;
  return { text: result, left: left.map(({ line, reason }) => `${line} ${reason}`) };
}

/** Samples: code, what it becomes when the feature is on, and when it is off. */
const SAMPLES: Record<string, [before: string, on: string, off: string]> = {
  'an if with a block': [
    `before();\nif (client.isEnabled('new')) {\n  one();\n  two();\n}\nafter();\n`,
    `before();\none();\ntwo();\nafter();\n`,
    `before();\nafter();\n`,
  ],
  'an if with an else': [
    `function f() {\n  if (!client.isEnabled("new", context)) {\n    old();\n  } else {\n    next();\n  }\n}\n`,
    `function f() {\n  next();\n}\n`,
    `function f() {\n  old();\n}\n`,
  ],
  'an else if': [
    `if (a) {\n  one();\n} else if (client.isEnabled('new')) {\n  two();\n} else {\n  three();\n}\n`,
    `if (a) {\n  one();\n} else {\n  two();\n}\n`,
    `if (a) {\n  one();\n} else {\n  three();\n}\n`,
  ],
  'an else if without an else': [
    `if (a) {\n  one();\n} else if (client.isEnabled('new')) {\n  two();\n}\n`,
    `if (a) {\n  one();\n} else {\n  two();\n}\n`,
    `if (a) {\n  one();\n}\n`,
  ],
  'a conditional': [
    `const label = client.isEnabled('new') ? 'New' : old ? 'Old' : 'None';\n`,
    `const label = 'New';\n`,
    `const label = old ? 'Old' : 'None';\n`,
  ],
  'and, or and not': [
    `if (a && client.isEnabled('new') && b) go();\nif (a || !client.isEnabled('new')) stay();\n`,
    `if (a && b) go();\nif (a) stay();\n`,
    `stay();\n`,
  ],
  'a return, after which nothing is reached': [
    `function f() {\n  if (client.isEnabled('new')) {\n    return next();\n  }\n  const a = old();\n  return a;\n}\n`,
    `function f() {\n  return next();\n}\n`,
    `function f() {\n  const a = old();\n  return a;\n}\n`,
  ],
  'a constant that is used': [
    `const isNew = client.isEnabled('new');\nif (isNew && a) {\n  go({ isNew, b: !isNew });\n}\n`,
    `if (a) {\n  go({ isNew: true, b: false });\n}\n`,
    ``,
  ],
  'a constant made of others': [
    `const isNew = client.isEnabled('new');\nconst isOld = !isNew;\nreturnOf(isOld ? one : two);\n`,
    `returnOf(two);\n`,
    `returnOf(one);\n`,
  ],
  'a constant with the name of a property': [
    `const isNew = client.isEnabled('new');\nconst { isNew: dark } = settings;\ngo(isNew, dark);\n`,
    `const { isNew: dark } = settings;\ngo(true, dark);\n`,
    `const { isNew: dark } = settings;\ngo(false, dark);\n`,
  ],
  'a constant with the name of what is imported': [
    `import { isNew as dark } from 'a';\nconst isNew = client.isEnabled('new');\ngo(isNew, dark);\n`,
    `import { isNew as dark } from 'a';\ngo(true, dark);\n`,
    `import { isNew as dark } from 'a';\ngo(false, dark);\n`,
  ],
  'awaiting the answer': [
    `if (await client.getBooleanValue('new', false)) {\n  go();\n}\n`,
    `go();\n`,
    ``,
  ],
  'elements of a page': [
    `export const Page = () => {\n  const isNew = useFlag('new');\n  return (\n    <main>\n      {isNew && <Next />}\n      {isNew ? <A /> : <B />}\n      {!isNew && <Old a="x" />}\n    </main>\n  );\n};\n`,
    `export const Page = () => {\n  return (\n    <main>\n      <Next />\n      <A />\n    </main>\n  );\n};\n`,
    `export const Page = () => {\n  return (\n    <main>\n      <B />\n      <Old a="x" />\n    </main>\n  );\n};\n`,
  ],
  'a value, and a comparison': [
    `send({ isNew: client.isEnabled('new') });\nif (client.isEnabled('new') === false) old();\n`,
    `send({ isNew: true });\n`,
    `send({ isNew: false });\nold();\n`,
  ],
  'a comment above what goes': [
    `first();\n\n// The new way.\nif (client.isEnabled('new')) {\n  go();\n}\nlast();\n`,
    `first();\n\n// The new way.\ngo();\nlast();\n`,
    `first();\n\nlast();\n`,
  ],
  'a body without braces': [
    `for (const one of all) if (client.isEnabled('new')) go(one);\nif (a) if (client.isEnabled('new')) go();\nelse stop();\n`,
    `for (const one of all) go(one);\nif (a) go();\n`,
    `for (const one of all) {}\nif (a) stop();\n`,
  ],
  'a name that is declared outside, too': [
    `const a = 1;\nif (client.isEnabled('new')) {\n  const a = 2;\n  go(a);\n}\n`,
    `const a = 1;\n{\n  const a = 2;\n  go(a);\n}\n`,
    `const a = 1;\n`,
  ],
  'a value that has to stay as it is': [
    `const a = b && client.isEnabled('new');\nconst c = b > 1 && client.isEnabled('new');\n`,
    `const a = b && true;\nconst c = b > 1;\n`,
    `const a = b && false;\nconst c = b > 1 && false;\n`,
  ],
  'an arrow with an object': [
    `const f = () => (client.isEnabled('new') ? { a: 1 } : { b: 2 });\nconst g = () => client.isEnabled('new') ? { a: 1 } : b;\n`,
    `const f = () => ({ a: 1 });\nconst g = () => ({ a: 1 });\n`,
    `const f = () => ({ b: 2 });\nconst g = () => b;\n`,
  ],
};

test.each(Object.entries(SAMPLES))('%s', (_, [before, on, off]) => {
  expect(removed(before)).toEqual({ text: on, left: [] });
  expect(removed(before, false)).toEqual({ text: off, left: [] });
});

/** What must not be changed, or not as a whole, and the reason. */
const REFUSED: Record<string, [before: string, after: string, reasons: string[]]> = {
  'a name in a constant': [
    `const FLAG = 'new';\nif (client.isEnabled(FLAG)) go();\n`,
    `const FLAG = 'new';\nif (client.isEnabled(FLAG)) go();\n`,
    [`1 ${REASONS.named}`],
  ],
  'a variant': [
    `const v = client.getVariant('new');\n`,
    `const v = client.getVariant('new');\n`,
    ['1 asks with getVariant'],
  ],
  'an argument that could do something': [
    `if (client.isEnabled('new', context())) go();\n`,
    `if (client.isEnabled('new', context())) go();\n`,
    [`1 ${REASONS.does}`],
  ],
  'an assignment in an argument': [
    `if (client.isEnabled('new', (a = 1))) go();\n`,
    `if (client.isEnabled('new', (a = 1))) go();\n`,
    [`1 ${REASONS.does}`],
  ],
  'a client that may be missing': [
    `if (client?.isEnabled('new')) go();\n`,
    `if (client?.isEnabled('new')) go();\n`,
    [`1 ${REASONS.optional}`],
  ],
  'a promise that is chained': [
    `client.getBooleanValue('new', false).then(go);\n`,
    `client.getBooleanValue('new', false).then(go);\n`,
    [`1 ${REASONS.used}`],
  ],
  'a variable that can change': [
    `let isNew = client.isEnabled('new');\nif (isNew) go();\n`,
    `let isNew = true;\nif (isNew) go();\n`,
    [`1 ${REASONS.exported}`],
  ],
  'a constant that others import': [
    `export const isNew = client.isEnabled('new');\n`,
    `export const isNew = true;\n`,
    [`1 ${REASONS.exported}`],
  ],
  'a constant that is exported under another name': [
    `const isNew = client.isEnabled('new');\nexport { isNew as other };\n`,
    `const isNew = true;\nexport { isNew as other };\n`,
    [`1 ${REASONS.exported}`],
  ],
  'a name that is declared twice': [
    `const isNew = client.isEnabled('new');\nconst f = (isNew: boolean) => isNew;\n`,
    `const isNew = true;\nconst f = (isNew: boolean) => isNew;\n`,
    [`1 ${REASONS.exported}`],
  ],
  'a loop': [
    `while (client.isEnabled('new')) go();\n`,
    `while (true) go();\n`,
    [`1 ${REASONS.loop}`],
  ],
  'a function that is declared where nothing comes': [
    `function f() {\n  if (client.isEnabled('new')) return g();\n  function g() {}\n}\n`,
    `function f() {\n  return g();\n  function g() {}\n}\n`,
    [`3 ${REASONS.after}`],
  ],
};

test.each(Object.entries(REFUSED))('%s is left, and told', (_, [before, after, reasons]) => {
  expect(removed(before)).toEqual({ text: after, left: reasons });
});

test('functions of one’s own, and calls in arguments, when that is wanted', () => {
  const code = `if (flags.has('new', context())) go();\n`;
  expect(removed(code).left).toEqual([`1 ${REASONS.named}`]);
  const wanted = { calls: ['has'], dropsCalls: true };
  expect(removed(code, true, wanted)).toEqual({ text: 'go();\n', left: [] });
});

test('JavaScript is read like TypeScript, and what cannot be parsed is refused', () => {
  const code = `module.exports = () => client.isEnabled('new') || /["']/.test(\`\${a}\`);\n`;
  expect(removed(code, false, { file: 'a.cjs' }).text).toBe(
    'module.exports = () => /["\']/.test(`${a}`);\n',
  );
  const wanted = { feature: 'new', value: true, calls: [], dropsCalls: false };
  expect(removeFromTypeScript(ts, 'a.ts', `if (isEnabled('new') {`, wanted)).toBeUndefined();
});
