import { BadDataError } from '../http/errors.js';
import type { SdkContext } from './sdk.js';

/** The fields of a context that strategies know by name; all others are properties. */
const FIELDS = new Set(['userId', 'sessionId', 'remoteAddress', 'appName']);

/**
 * Reads the context of a request: values are texts, numbers or booleans, which become texts. Names that are not known become properties, as SDKs do.
 * Nothing is added that the request does not tell: an SDK in the place of the caller would know no more.
 * @param environment The one that is evaluated, whatever the request says.
 * @param place Where the context was sent, such as `/query`, for what is said of values that cannot be used.
 * @throws BadDataError for a value that is anything else, or a `currentTime` that is no date.
 */
export function readContext(sent: Readonly<Record<string, unknown>>, environment: string | undefined, place: string): SdkContext {
  const context: SdkContext = { environment };
  const properties: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || value === null) continue;
    if (name === 'environment') continue;
    if (name === 'properties') Object.assign(properties, propertiesOf(value, `${place}/properties`));
    else if (name === 'currentTime') context.currentTime = timeOf(value, `${place}/currentTime`);
    else if (FIELDS.has(name)) context[name] = textOf(value, `${place}/${name}`);
    else properties[name] = textOf(value, `${place}/${name}`);
  }
  return { ...context, properties };
}

function propertiesOf(value: unknown, place: string): Record<string, string> {
  if (typeof value !== 'object' || Array.isArray(value)) throw refusal('must be an object whose values are texts', place);
  const usable = Object.entries(value as object).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(usable.map(([name, one]) => [name, textOf(one, `${place}/${name}`)]));
}

function textOf(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw refusal('must be one text, number or boolean', place);
}

function timeOf(value: unknown, place: string): Date {
  const time = new Date(typeof value === 'number' ? value : textOf(value, place));
  if (Number.isNaN(time.getTime())) throw refusal('must be a date and time like 2026-11-21T12:00:00Z', place);
  return time;
}

function refusal(rule: string, place: string): BadDataError {
  const message = `${place.split('/').at(-1)} ${rule}.`;
  return new BadDataError(message, [{ message, path: place }]);
}
