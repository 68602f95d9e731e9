import { DENIED } from '../../../audit/audit-log/denied-request/denied-request.sql.js';
import type { EventResponse } from '../../../audit/audit-log/event/event.dto.js';
import { VERSION } from '../../../platform/config/version.js';

/** An event with a sentence that describes it, without markup. */
export interface AuditRecord {
  event: EventResponse;
  summary: string;
}

/** Longer contents of an event are left out; the audit log has them. */
const MAX_CONTENT = 32_768;

/** Names of what records are about, as attributes and as structured data. */
const FIELDS: readonly [name: string, of: (event: EventResponse) => unknown][] = [
  ['event.id', ({ id }) => id],
  ['event.type', ({ type }) => type],
  ['project', ({ project }) => project],
  ['environment', ({ environment }) => environment],
  ['feature', ({ featureName }) => featureName],
  ['user.name', ({ createdBy }) => createdBy],
  ['user.id', ({ createdByUserId }) => createdByUserId],
  ['client.address', ({ ip }) => ip],
  ['token.type', ({ token }) => token?.type],
  ['token.id', ({ token }) => token?.id],
  ['token.name', ({ token }) => token?.name],
];

/** What a record is about, by name; what it lacks is left out. */
export function fieldsOf(event: EventResponse): [name: string, value: string | number][] {
  return FIELDS.flatMap(([name, of]): [string, string | number][] => {
    const value = of(event);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
}

/** The contents of an event as JSON, by name; a note instead of those that are very long. */
export function contentsOf({ data, preData }: EventResponse): [name: string, json: string][] {
  return Object.entries({ data, preData }).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined) return [];
    const json = JSON.stringify(value);
    return [[name, json.length > MAX_CONTENT ? '"too long; see the audit log"' : json]];
  });
}

/** Whether it is a reason to look. */
export const isWarning = ({ type }: EventResponse): boolean =>
  type === 'user-login-failed' || type === DENIED;

/** What denied requests were, in a sentence; undefined for events. */
export function sentenceOfDenied({ type, createdBy, data }: EventResponse): string | undefined {
  if (type !== DENIED) return undefined;
  const { requests, method, route, reason } = data as Record<string, string | number | null>;
  const what = method === null ? 'various requests' : `${method} ${route}`;
  return `${createdBy} was refused ${requests} times (${reason}): ${what}.`;
}

/** How the service names itself. */
export const SERVICE = { name: 'feature-flag-admin', version: VERSION };
