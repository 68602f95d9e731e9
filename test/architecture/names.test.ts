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
