import { type ErrorDetail } from '../../../platform/errors/api-error.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';

/** Maximum count and sum: the largest integer that JSON numbers represent exactly. */
export const MAX_COUNT = Number.MAX_SAFE_INTEGER;
/** Maximum number of reported problems. */
const MAX_PROBLEMS = 20;

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;
/** Some SDKs omit the time zone and mean UTC. */
const NO_ZONE = /:\d{2}(\.\d+)?$(?<![+-]\d{2}:\d{2})/;

/** Maximum lengths in characters; together they fit into a PostgreSQL index entry. */
export const MAX_LENGTHS = {
  appName: 255,
  instanceId: 255,
  environment: 100,
  variant: 255,
  sdkVersion: 255,
  featureName: 100,
  strategy: 100,
};

/**
 * Parses a body by hand and collects all errors. Usage reports are large and frequent, and
 * decorators would dominate their cost. Values are coerced as everywhere else.
 */
export class BodyReading {
  private readonly problems: ErrorDetail[] = [];

  /** An object; an empty one, with an error, for anything else. */
  object(value: unknown, path: string): Record<string, unknown> {
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return value as Record<string, unknown>;
    this.refuse(path, 'an object');
    return {};
  }

  /** A list; an empty one, with an error, for anything else. */
  list(value: unknown, path: string): unknown[] {
    if (Array.isArray(value)) return value as unknown[];
    this.refuse(path, 'a list');
    return [];
  }

  /** A required text with a maximum length. */
  text(value: unknown, path: string, max: number): string {
    const text = asText(value);
    if (text !== undefined && text !== '' && text.length <= max) return text;
    this.refuse(path, max === Infinity ? 'a text' : `a string of 1 to ${max} characters`);
    return '';
  }

  /**
   * A required text of any length: unsuitable names are skipped later instead of refusing the whole
   * report.
   */
  name(value: unknown, path: string): string {
    return value === '' ? value : this.text(value, path, Infinity);
  }

  /** An optional text; null and empty count as absent. */
  optionalText(value: unknown, path: string, max: number): string | undefined {
    return value === undefined || value === null || value === ''
      ? undefined
      : this.text(value, path, max);
  }

  /** A count; 0 when absent or null. */
  count(value: unknown, path: string): number {
    if (value === undefined || value === null) return 0;
    const count = asNumber(value);
    if (Number.isInteger(count) && count >= 0 && count <= MAX_COUNT) return count;
    this.refuse(path, `a whole number from 0 to ${MAX_COUNT}`);
    return 0;
  }

  /** A non-negative number. */
  amount(value: unknown, path: string): number {
    const amount = asNumber(value);
    if (Number.isFinite(amount) && amount >= 0) return amount;
    this.refuse(path, 'a number, 0 or more');
    return 0;
  }

  /**
   * A time, as ISO 8601 or milliseconds since 1970.
   * @returns Milliseconds since 1970.
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

  /** @throws BadDataError when there were errors. */
  finish(): void {
    const [first] = this.problems;
    if (first)
      throw new BadDataError(`The request cannot be used: ${first.message}`, this.problems);
  }

  refuse(path: string, wanted: string): void {
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
