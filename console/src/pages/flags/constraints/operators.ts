import type { Schemas } from '../../../api/client.js';
import { constraintWordTexts } from '../../../texts/constraint-words.js';

export type Constraint = Schemas['ConstraintDto'];
export type Operator = Constraint['operator'];

/** What an operator compares with. */
export type Kind = 'texts' | 'networks' | SingleKind;
export type SingleKind = 'number' | 'date' | 'version' | 'pattern';

const KINDS: Readonly<Record<Operator, Kind>> = {
  IN: 'texts',
  NOT_IN: 'texts',
  STR_STARTS_WITH: 'texts',
  STR_ENDS_WITH: 'texts',
  STR_CONTAINS: 'texts',
  NUM_EQ: 'number',
  NUM_GT: 'number',
  NUM_GTE: 'number',
  NUM_LT: 'number',
  NUM_LTE: 'number',
  DATE_AFTER: 'date',
  DATE_BEFORE: 'date',
  SEMVER_EQ: 'version',
  SEMVER_GT: 'version',
  SEMVER_GTE: 'version',
  SEMVER_LT: 'version',
  SEMVER_LTE: 'version',
  REGEX: 'pattern',
  IN_CIDR: 'networks',
};

/** All operators, those for texts first. */
export const OPERATORS = Object.keys(KINDS) as Operator[];

export const kindOf = (operator: Operator): Kind => KINDS[operator];

/** Whether the operator compares with a list rather than with one value. */
export function takesList(operator: Operator): boolean {
  return kindOf(operator) === 'texts' || kindOf(operator) === 'networks';
}

/** Whether upper and lower case can be ignored. */
export function hasCase(operator: Operator): boolean {
  return operator.startsWith('STR_') || operator === 'REGEX';
}

/** The operators by what they compare with, for a choice. */
export function operatorGroups(): { group: string; items: { value: string; label: string }[] }[] {
  return Object.entries(constraintWordTexts.kinds).map(([kind, group]) => ({
    group,
    items: OPERATORS.filter((operator) => kindOf(operator) === kind).map((operator) => ({
      value: operator,
      label: constraintWordTexts.operators[operator][0],
    })),
  }));
}
