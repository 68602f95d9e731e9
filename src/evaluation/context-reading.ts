import { BadDataError } from '../errors/general.errors.js';
import type { SdkContext } from './sdk.js';

/** The fields of a context that strategies know by name; all others are properties. */
const FIELDS = new Set(['userId', 'sessionId', 'remoteAddress', 'appName']);

/**
 * How long a text of a context may be, in characters: every pattern and list of a constraint is
 * compared with it.
 */
export const LONGEST_TEXT = 4_000;
/** How many properties a context may have. */
const MOST_PROPERTIES = 1_000;

/** Where a context was sent. */
export type ContextPlace = '/query' | '/body/context';

/**
 * Reads the context of a request: values are texts, numbers or booleans, which become texts. Names
 * that are not known become properties, as SDKs do. Nothing is added that the request does not
 * tell: an SDK in the place of the caller would know no more.
 * @param environment The one that is evaluated, whatever the request says.
 * @throws BadDataError for a field that is anything else, a property that a query tells more than
 * once, or a `currentTime` that is no date.
 */
export function readContext(
  sent: Readonly<Record<string, unknown>>,
  environment: string | undefined,
  place: ContextPlace,
): SdkContext {
  // In a query, lists and objects are made of names that come twice.
  const propertyOf = place === '/query' ? textOf : spelledOut;
  const context: SdkContext = { environment };
  const properties: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || value === null) continue;
    if (name === 'environment') continue;
    if (name === 'properties')
      Object.assign(properties, propertiesOf(value, `${place}/properties`, propertyOf));
    else if (name === 'currentTime') context.currentTime = timeOf(value, `${place}/currentTime`);
    else if (FIELDS.has(name)) context[name] = textOf(value, `${place}/${name}`);
    else properties[name] = propertyOf(value, `${place}/${name}`);
  }
  requireBounds(context, properties, place);
  return { ...context, properties };
}

/** @throws BadDataError when a context has more properties than it may have, or a longer text. */
function requireBounds(
  context: SdkContext,
  properties: Record<string, string>,
  place: ContextPlace,
): void {
  const texts = [...Object.entries(context), ...Object.entries(properties)];
  if (texts.length > MOST_PROPERTIES)
    throw refusal(`must not have more than ${MOST_PROPERTIES} fields and properties`, place);
  const long = texts.find(([, text]) => typeof text === 'string' && text.length > LONGEST_TEXT);
  if (long)
    throw refusal(`must not have more than ${LONGEST_TEXT} characters`, `${place}/${long[0]}`);
}

function propertiesOf(
  value: unknown,
  place: string,
  propertyOf: typeof textOf,
): Record<string, string> {
  if (typeof value !== 'object' || Array.isArray(value))
    throw refusal('must be an object whose values are texts', place);
  const usable = Object.entries(value as object).filter(
    ([, one]) => one !== null && one !== undefined,
  );
  return Object.fromEntries(
    usable.map(([name, one]) => [name, propertyOf(one, `${place}/${name}`)]),
  );
}

function textOf(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw refusal('must be one text, number or boolean', place);
}

/**
 * What `String()` makes of a value, which is how the SDK reads a property: an application may keep
 * lists and objects in its context for other ends than features. Objects are not asked for their
 * own idea of it: it comes from the caller.
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
