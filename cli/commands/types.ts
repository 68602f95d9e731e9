import type { Connection } from '../connection.js';
import type { Printer } from '../output.js';

interface Flag {
  key: string;
  type: 'boolean' | 'string' | 'integer' | 'float' | 'object';
  description: string | null;
  defaultValue: unknown;
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
  object: 'JsonValue',
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
  const usesJson = flags.some(({ type }) => type === 'object');
  return [
    '// Written by `flags types`. Do not edit.',
    ...(usesJson ? ["import type { JsonValue } from '@openfeature/core';"] : []),
    '',
    '/** The type of the value of each flag. */',
    'export interface FlagTypes {',
    ...flags.flatMap(({ key, type, description }) => [
      ...(description ? [`  /** ${commentOf(description)} */`] : []),
      `  ${JSON.stringify(key)}: ${TYPESCRIPT[type]};`,
    ]),
    '}',
    '',
    '/** The name of a flag. */',
    'export type FlagKey = keyof FlagTypes;',
    '',
    '/** What code gets when a flag cannot be evaluated. */',
    'export const FLAG_DEFAULTS: FlagTypes = {',
    ...flags.map(
      ({ key, defaultValue }) => `  ${JSON.stringify(key)}: ${JSON.stringify(defaultValue)},`,
    ),
    '};',
  ].join('\n');
}

/** A description as one line that cannot end its comment, as anybody can write one. */
function commentOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll('*/', '* /')
    .trim();
}
