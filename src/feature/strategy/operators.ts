/** Operators that compare with a list of `values`. */
export const LIST_OPERATORS = ['NOT_IN', 'IN', 'STR_ENDS_WITH', 'STR_STARTS_WITH', 'STR_CONTAINS'] as const;
/** Operators that compare with one number in `value`. */
export const NUMBER_OPERATORS = ['NUM_EQ', 'NUM_GT', 'NUM_GTE', 'NUM_LT', 'NUM_LTE'] as const;
/** Operators that compare with one date in `value`. */
export const DATE_OPERATORS = ['DATE_AFTER', 'DATE_BEFORE'] as const;
/** Operators that compare with one semantic version in `value`. */
export const SEMVER_OPERATORS = ['SEMVER_EQ', 'SEMVER_GT', 'SEMVER_LT'] as const;

/** All operators of constraints, in the specification's order. */
export const OPERATORS = [...LIST_OPERATORS, ...NUMBER_OPERATORS, ...DATE_OPERATORS, ...SEMVER_OPERATORS] as const;
export type Operator = (typeof OPERATORS)[number];
