import type { Connection } from '../connection.js';
import type { Printer } from '../output.js';
import { ANYTHING, commentOf, typeOfSchema } from '../schema-types.js';

interface Flag {
  key: string;
  type: 'boolean' | 'string' | 'integer' | 'float' | 'object';
  description: string | null;
  defaultValue: unknown;
  /** JSON Schema of its values, if there is one. */
  schema?: object;
}

/** `manifest` is what `openfeature generate` reads. */
export const LANGUAGES = ['ts', 'manifest'] as const;

export interface TypesOptions {
  lang: (typeof LANGUAGES)[number];
  environment?: string;
}

const TYPESCRIPT: Readonly<Record<Flag['type'], string>> = {
  boolean: 'boolean',
  string: 'string',
  integer: 'number',
  float: 'number',
  object: ANYTHING,
};

/** Prints the flags that the token gives access to as code. */
export async function types(
  connection: Connection,
  printer: Printer,
  { lang, environment }: TypesOptions,
): Promise<void> {
  const { flags } = await connection.request<{ flags: Flag[] }>('/openfeature/v0/manifest', {
    query: { environment },
  });
  if (lang === 'manifest') printer.json(manifestOf(flags));
  else printer.print(typescriptOf(flags));
}

function manifestOf(flags: readonly Flag[]): object {
  const entries = flags.map(({ key, type, description, defaultValue }) => [
    key,
    { flagType: type, ...(description ? { description } : {}), defaultValue },
  ]);
  return { flags: Object.fromEntries(entries) as unknown };
}

function typescriptOf(flags: readonly Flag[]): string {
  const types = flags.map(({ type, schema }) => (schema ? typeOfSchema(schema) : TYPESCRIPT[type]));
  // A schema says what is allowed, which "no properties" is not; its own default follows it.
  const without = flags.filter(({ schema }) => schema && !('default' in schema));
  const rest = flags.filter((flag) => !without.includes(flag));
  const names = without.map(({ key }) => JSON.stringify(key)).join(' | ');
  return [
    '// Written by `flags types`. Do not edit.',
    ...(types.some((type) => type.includes(ANYTHING))
      ? [`import type { ${ANYTHING} } from '@openfeature/core';`]
      : []),
    '',
    '/** The type of the value of each flag. */',
    'export interface FlagTypes {',
    ...flags.flatMap(({ key, description }, index) => [
      ...(description ? [`  /** ${commentOf(description)} */`] : []),
      `  ${JSON.stringify(key)}: ${types[index]};`,
    ]),
    '}',
    '',
    '/** The name of a flag. */',
    'export type FlagKey = keyof FlagTypes;',
    '',
    '/** What code gets when a flag cannot be evaluated, unless a schema names no default. */',
    `export const FLAG_DEFAULTS: ${names ? `Omit<FlagTypes, ${names}>` : 'FlagTypes'} = {`,
    ...rest.map(
      ({ key, defaultValue }) => `  ${JSON.stringify(key)}: ${JSON.stringify(defaultValue)},`,
    ),
    '};',
  ].join('\n');
}
