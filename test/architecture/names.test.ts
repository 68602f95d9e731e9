import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve('src');
/** Roles of classes, with which names of files and classes end. */
const ROLES = [
  'controller',
  'guard',
  'interceptor',
  'job',
  'module',
  'pipe',
  'read-model',
  'service',
];

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const classesOf = (file: string): string[] =>
  [
    ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^export (?:abstract )?class (\w+)/gm),
  ].map(([, name]) => name!);
const pascalCase = (text: string): string =>
  text.replace(/(?:^|[-.])(\w)/g, (_, letter: string) => letter.toUpperCase());

test.each(ROLES)('a file of the role %s exports a class of its name', (role) => {
  const ofRole = files.filter((file) => file.endsWith(`.${role}.ts`));
  const wrong = ofRole.filter(
    (file) => !classesOf(file).includes(pascalCase(path.basename(file, '.ts'))),
  );
  expect(wrong).toEqual([]);
});

test('a class that ends in a role is in a file of that role', () => {
  const ends = ['controller', 'read-model', 'service', 'module'].map(
    (role) => [role, pascalCase(role)] as const,
  );
  // the class Service in src/service.ts is the running service
  const misplaced = files
    .filter((file) => file.includes('/'))
    .flatMap((file) =>
      classesOf(file)
        .filter((name) =>
          ends.some(([role, end]) => name.endsWith(end) && !file.endsWith(`.${role}.ts`)),
        )
        .map((name) => `${file} ${name}`),
    );
  expect(misplaced).toEqual([]);
});

/** Where the exports of `src` may be used. */
const USERS = [
  'src',
  'admin',
  'verify',
  'cli',
  'scripts',
  'bench',
  'test',
  'migrations',
  'console',
];
const EXPORT = /^export (?:async )?(?:const|function|interface|type|enum) (\w+)/gm;

test('whatever is exported, other than classes, is named in another file', () => {
  const texts = USERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.m?tsx?$|\.mjs$/.test(file))
      .map((file) => [`${folder}/${file}`, readFileSync(path.join(folder, file), 'utf8')] as const),
  );
  const namedIn = new Map<string, number>();
  for (const [, text] of texts)
    for (const word of new Set(text.match(/\w+/g))) namedIn.set(word, (namedIn.get(word) ?? 0) + 1);
  const unused = texts
    .filter(([file]) => file.startsWith('src/'))
    .flatMap(([file, text]) =>
      [...text.matchAll(EXPORT)]
        .filter(([, name]) => namedIn.get(name!) === 1)
        .map(([, name]) => `${file} ${name}`),
    );
  expect(unused).toEqual([]);
});
