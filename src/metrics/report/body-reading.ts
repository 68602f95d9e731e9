import { type ErrorDetail } from '../../errors/api-error.js';
import { BadDataError } from '../../errors/general.errors.js';

/**
 * The largest count, and the largest sum of counts, that is kept: what JSON numbers tell exactly.
 */
export const MAX_COUNT = Number.MAX_SAFE_INTEGER;
/** More would help nobody who reads them. */
const MAX_PROBLEMS = 20;

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;
/** Some SDKs leave out the zone of their times. They mean UTC, wherever this process runs. */
const NO_ZONE = /:\d{2}(\.\d+)?$(?<![+-]\d{2}:\d{2})/;

/** In characters. Together they stay below what an index of PostgreSQL can hold. */
export const LONGEST = {
  appName: 255,
  instanceId: 255,
  environment: 100,
  variant: 255,
  sdkVersion: 255,
  featureName: 100,
  strategy: 100,
};

/**
 * Reads a body by hand, and remembers everything that was wrong with it. Bodies with reports of
 * usage are large and many: decorators would cost more than all the rest. Texts and numbers are
 * coerced as everywhere: 5 is a text where a text is wanted, "5" a number where a number is.
 */
export class BodyReading {
  private readonly problems: ErrorDetail[] = [];

  /** An object; an empty one when there is none, which is noted. */
  object(value: unknown, path: string): Record<string, unknown> {
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return value as Record<string, unknown>;
    this.refuse(path, 'an object');
    return {};
  }

  /** A list; an empty one when there is none, which is noted. */
  list(value: unknown, path: string): unknown[] {
    if (Array.isArray(value)) return value as unknown[];
    this.refuse(path, 'a list');
    return [];
  }

  /** A text that has to be there, of at most so many characters. */
  text(value: unknown, path: string, max: number): string {
    const text = asText(value);
    if (text !== undefined && text !== '' && text.length <= max) return text;
    this.refuse(path, max === Infinity ? 'a text' : `a text of 1 to ${max} characters`);
    return '';
  }

  /**
   * A text that has to be there, be it empty or of any length: a name that cannot be kept is passed
   * over, and does not spoil the rest of a report.
   */
  name(value: unknown, path: string): string {
    return value === '' ? value : this.text(value, path, Infinity);
  }

  /** A text that may be missing, null or empty: then there is none. */
  optionalText(value: unknown, path: string, max: number): string | undefined {
    return value === undefined || value === null || value === ''
      ? undefined
      : this.text(value, path, max);
  }

  /** A count; 0 when it is missing or null. */
  count(value: unknown, path: string): number {
    if (value === undefined || value === null) return 0;
    const count = asNumber(value);
    if (Number.isInteger(count) && count >= 0 && count <= MAX_COUNT) return count;
    this.refuse(path, `a whole number from 0 to ${MAX_COUNT}`);
    return 0;
  }

  /** A number, 0 or more. */
  amount(value: unknown, path: string): void {
    const amount = asNumber(value);
    if (!(Number.isFinite(amount) && amount >= 0)) this.refuse(path, 'a number, 0 or more');
  }

  /**
   * A date and time, in ISO 8601 or in milliseconds since 1970. @returns It in milliseconds since
   * 1970.
   */
  moment(value: unknown, path: string): number {
    const ms =
      typeof value === 'string' && ISO_DATE.test(value)
        ? Date.parse(NO_ZONE.test(value) ? `${value}Z` : value)
        : asNumber(value);
    if (!Number.isNaN(new Date(ms).getTime())) return ms;
    this.refuse(path, 'a date and time like 2030-01-31T12:00:00Z, or milliseconds since 1970');
    return 0;
  }

  /** @throws BadDataError when anything was wrong. */
  finish(): void {
    const [first] = this.problems;
    if (first)
      throw new BadDataError(`The request cannot be used: ${first.message}`, this.problems);
  }

  private refuse(path: string, wanted: string): void {
    if (this.problems.length === MAX_PROBLEMS) return;
    this.problems.push({
      message: `${path.slice(path.lastIndexOf('/') + 1)} must be ${wanted}.`,
      path,
    });
  }
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function asNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}
