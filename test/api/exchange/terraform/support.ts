import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import type { TestService } from '../../../support/service.js';

/** The API as Terraform calls it: with the token of a service account with all permissions. */
export async function terraform(service: TestService): Promise<Api> {
  const account = { username: unique('terraform'), name: 'Terraform', rootRole: 1 };
  const { body } = await service.api.post('/api/admin/service-account', account).expect(201);
  const token = {
    description: 'apply',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const made = await service.api
    .post(`/api/admin/service-account/${body.id}/token`, token)
    .expect(201);
  return service.api.as({ token: made.body.secret });
}

type Kind = 'integer' | 'number' | 'string' | 'boolean' | 'time' | 'texts' | Shape | [Shape];

/**
 * The types that the provider expects: `?` marks a field that may be missing, and `?null` one that
 * may also be null.
 */
export interface Shape {
  [field: string]: Kind;
}

const MATCHES: Record<Extract<Kind, string>, (value: unknown) => boolean> = {
  integer: (v) => Number.isInteger(v) && Math.abs(v as number) < 2 ** 31,
  number: (v) => typeof v === 'number',
  string: (v) => typeof v === 'string',
  boolean: (v) => typeof v === 'boolean',
  time: (v) => typeof v === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(v),
  texts: (v) => Array.isArray(v) && v.every((one) => typeof one === 'string'),
};

/**
 * Reads a response like the generated Go client and the provider do. A wrong type is an error of
 * the client. The provider follows pointers unchecked, so an unexpected null ends Terraform with a
 * stack trace.
 */
export function readable<T extends Record<string, unknown>>(
  body: unknown,
  shape: Shape,
  at = 'body',
): T {
  for (const [name, kind] of Object.entries(shape)) {
    const [, field = '', mark = ''] = /^(\w+)(\?null|\?)?$/.exec(name) ?? [];
    const value = (body as Record<string, unknown>)[field];
    if ((value === undefined && mark) || (value === null && mark === '?null')) continue;
    if (!isOf(kind, value, `${at}.${field}`))
      throw new Error(`${at}.${field} is ${JSON.stringify(value)}, which cannot be read.`);
  }
  return body as T;
}

function isOf(kind: Kind, value: unknown, at: string): boolean {
  if (typeof kind === 'string') return MATCHES[kind](value);
  if (!Array.isArray(kind))
    return value !== null && typeof value === 'object' && Boolean(readable(value, kind, at));
  return Array.isArray(value) && value.every((one, i) => readable(one, kind[0]!, `${at}[${i}]`));
}

/** A time in the state of the provider: without fractions of seconds. */
export const asKept = (time: unknown): string => (time as string).replace(/\.\d+Z$/, 'Z');

export const ROLE: Shape = {
  id: 'integer',
  type: 'string',
  name: 'string',
  'description?': 'string',
  'project?null': 'string',
};

export const API_TOKEN: Shape = {
  secret: 'string',
  tokenName: 'string',
  type: 'string',
  'environment?': 'string',
  project: 'string',
  projects: 'texts',
  'expiresAt?null': 'time',
  createdAt: 'time',
};
