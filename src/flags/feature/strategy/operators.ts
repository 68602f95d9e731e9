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
export const NUMBER_OPERATORS = ['NUM_EQ', 'NUM_GT', 'NUM_GTE', 'NUM_LT', 'NUM_LTE'] as const;
/** Operators that compare with one date in `value`. */
export const DATE_OPERATORS = ['DATE_AFTER', 'DATE_BEFORE'] as const;
/** Operators that compare with one semantic version in `value`. */
export const SEMVER_OPERATORS = [
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
