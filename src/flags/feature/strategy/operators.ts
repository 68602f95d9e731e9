import { isISO8601 } from 'class-validator';
import semver from 'semver';

/** Operators that compare with a list of texts in `values`. */
export const TEXT_OPERATORS = [
  'NOT_IN',
  'IN',
  'STR_ENDS_WITH',
  'STR_STARTS_WITH',
  'STR_CONTAINS',
] as const;
/** Operators that compare with a list of networks in `values`. */
export const NETWORK_OPERATORS = ['IN_CIDR'] as const;
/** Operators that compare with one number in `value`. */
const NUMBER_OPERATORS = ['NUM_EQ', 'NUM_GT', 'NUM_GTE', 'NUM_LT', 'NUM_LTE'] as const;
/** Operators that compare with one date in `value`. */
export const DATE_OPERATORS = ['DATE_AFTER', 'DATE_BEFORE'] as const;
/** Operators that compare with one semantic version in `value`. */
const SEMVER_OPERATORS = [
  'SEMVER_EQ',
  'SEMVER_GT',
  'SEMVER_LT',
  'SEMVER_GTE',
  'SEMVER_LTE',
] as const;
/** Operators that compare with one regular expression in `value`. */
export const REGEX_OPERATORS = ['REGEX'] as const;
/** Operators that compare with one text in `value`. */
export const SINGLE_VALUE_OPERATORS = [
  ...NUMBER_OPERATORS,
  ...DATE_OPERATORS,
  ...SEMVER_OPERATORS,
  ...REGEX_OPERATORS,
] as const;

/**
 * All constraint operators: those of the client specification, and later additions (SEMVER_GTE,
 * SEMVER_LTE, REGEX, IN_CIDR). For an SDK that does not support an operator, the constraint never
 * matches.
 */
export const OPERATORS = [
  ...TEXT_OPERATORS,
  ...SINGLE_VALUE_OPERATORS,
  ...NETWORK_OPERATORS,
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Maximum length of a pattern. */
export const MAX_PATTERN_LENGTH = 500;
/** The latest time that a Date can represent, in milliseconds (ECMA-262, time values). */
const MAX_TIME = 8.64e15;

/** The valid values of an operator that compares with one value. */
interface SingleValue {
  wanted: string;
  fits: (text: string, patterns: ReadonlySet<string>) => boolean;
}

/** What each of the operators compares with; one that is forgotten does not compile. */
export const SINGLE_VALUES: Readonly<Record<(typeof SINGLE_VALUE_OPERATORS)[number], SingleValue>> =
  {
    ...each(NUMBER_OPERATORS, { wanted: 'a number, like 5, -1.5 or 2e3', fits: isNumber }),
    ...each(DATE_OPERATORS, {
      wanted:
        'a date in ISO 8601, like 2026-11-21T10:00:00Z, or a number of milliseconds since 1970',
      fits: isMoment,
    }),
    ...each(SEMVER_OPERATORS, {
      wanted: 'a semantic version of three parts without a leading v, like 1.2.3 or 1.2.3-beta.1',
      fits: isVersion,
    }),
    ...each(REGEX_OPERATORS, {
      wanted:
        'a regular expression in the syntax of RE2, like ^user-[0-9]+$, of at most ' +
        `${MAX_PATTERN_LENGTH} characters and without large repetitions`,
      fits: (text, patterns) => patterns.has(text),
    }),
  };

function each<Name extends Operator>(
  operators: readonly Name[],
  value: SingleValue,
): Record<Name, SingleValue> {
  return Object.fromEntries(operators.map((name) => [name, value])) as Record<Name, SingleValue>;
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

/**
 * Refuses dates that do not exist, and ISO 8601 formats that SDKs do not support, such as weeks.
 */
function isMoment(text: string): boolean {
  if (/^-?\d+$/.test(text)) return Math.abs(Number(text)) <= MAX_TIME;
  return (
    isISO8601(text, { strict: true, strictSeparator: true }) && !Number.isNaN(Date.parse(text))
  );
}

function isVersion(text: string): boolean {
  return /^\d\S*$/.test(text) && semver.valid(text) !== null;
}
