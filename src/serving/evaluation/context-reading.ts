import { randomUUID } from 'node:crypto';
import { BadDataError } from '../../platform/errors/general.errors.js';
import type { SdkContext } from './sdk.js';

/** Context fields with a name of their own; all others are properties. */
const FIELDS = new Set(['userId', 'sessionId', 'remoteAddress', 'appName', 'environment']);

/** Maximum length of a text, because patterns and lists of constraints are compared with it. */
export const MAX_TEXT_LENGTH = 4_000;
/** Maximum number of properties. */
const MAX_CONTEXT_PROPERTIES = 1_000;

/** Values that are used when the request does not contain them, or contains an empty text. */
interface KnownContext {
  /** The environment that is evaluated. */
  environment: string | undefined;
  /** By default a random one, so that all features and their parents see the same session. */
  sessionId?: string;
  /** The address that the request came from. */
  remoteAddress?: string | undefined;
}

/** Position of the context in the request. */
export type ContextPlace = '/query' | '/body/context';

/**
 * Parses the context of a request. Values are texts, numbers or booleans, converted to texts;
 * unknown names become properties, as in SDKs.
 * @param known Values that are used when the request does not contain them.
 * @throws BadDataError for a field of another type or an invalid `currentTime`.
 */
export function readContext(
  sent: Readonly<Record<string, unknown>>,
  known: KnownContext,
  place: ContextPlace,
): SdkContext {
  const context: SdkContext = { sessionId: randomUUID(), ...known };
  const properties: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || value === null) continue;
    if (value === '' && (Object.hasOwn(context, name) || name === 'currentTime')) continue;
    if (name === 'properties')
      Object.assign(properties, propertiesOf(value, `${place}/properties`));
    else if (name === 'currentTime') context.currentTime = timeOf(value, `${place}/currentTime`);
    else if (FIELDS.has(name)) context[name] = textOf(value, `${place}/${name}`);
    else properties[name] = spelledOut(value);
  }
  requireBounds(context, properties, place);
  return { ...context, properties };
}

/** @throws BadDataError when there are too many properties or a text is too long. */
function requireBounds(
  context: SdkContext,
  properties: Record<string, string>,
  place: ContextPlace,
): void {
  const texts = [...Object.entries(context), ...Object.entries(properties)];
  if (texts.length > MAX_CONTEXT_PROPERTIES)
    throw refusal(`must not have more than ${MAX_CONTEXT_PROPERTIES} fields and properties`, place);
  const long = texts.find(([, text]) => typeof text === 'string' && text.length > MAX_TEXT_LENGTH);
  if (long)
    throw refusal(`must not have more than ${MAX_TEXT_LENGTH} characters`, `${place}/${long[0]}`);
}

function propertiesOf(value: unknown, place: string): Record<string, string> {
  if (typeof value !== 'object' || Array.isArray(value))
    throw refusal('must be an object whose values are strings', place);
  const usable = Object.entries(value as object).filter(
    ([, one]) => one !== null && one !== undefined,
  );
  return Object.fromEntries(usable.map(([name, one]) => [name, spelledOut(one)]));
}

function textOf(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw refusal('must be one string, number or boolean', place);
}

/**
 * The result of `String()`, which is how the SDK reads a property; applications may keep lists and
 * objects in the context for other purposes. Own `toString` properties are ignored, because they
 * come from the caller.
 */
function spelledOut(value: unknown): string {
  if (Array.isArray(value))
    return value.map((one) => (one === null ? '' : spelledOut(one))).join(',');
  return typeof value === 'object' ? '[object Object]' : String(value);
}

function timeOf(value: unknown, place: string): Date {
  const time = new Date(typeof value === 'number' ? value : textOf(value, place));
  if (Number.isNaN(time.getTime()))
    throw refusal('must be a date and time like 2026-11-21T12:00:00Z', place);
  return time;
}

function refusal(rule: string, place: string): BadDataError {
  const message = `${place.split('/').at(-1)} ${rule}.`;
  return new BadDataError(message, [{ message, path: place }]);
}
