import type { Kind, Operator } from '../pages/flags/constraints/operators.js';
import { number } from './format.js';

type Words = readonly [plain: string, inverted: string];

/** What an operator says, and what it says when it is inverted. */
const operators: Readonly<Record<Operator, Words>> = {
  IN: ['is one of', 'is not one of'],
  NOT_IN: ['is not one of', 'is one of'],
  STR_STARTS_WITH: ['starts with', 'does not start with'],
  STR_ENDS_WITH: ['ends with', 'does not end with'],
  STR_CONTAINS: ['contains', 'does not contain'],
  NUM_EQ: ['equals', 'does not equal'],
  NUM_GT: ['is greater than', 'is not greater than'],
  NUM_GTE: ['is at least', 'is not at least'],
  NUM_LT: ['is less than', 'is not less than'],
  NUM_LTE: ['is at most', 'is not at most'],
  DATE_AFTER: ['is after', 'is not after'],
  DATE_BEFORE: ['is before', 'is not before'],
  SEMVER_EQ: ['is version', 'is not version'],
  SEMVER_GT: ['is later than version', 'is not later than version'],
  SEMVER_GTE: ['is at least version', 'is not at least version'],
  SEMVER_LT: ['is earlier than version', 'is not earlier than version'],
  SEMVER_LTE: ['is at most version', 'is not at most version'],
  REGEX: ['matches', 'does not match'],
  IN_CIDR: ['is in the network', 'is not in the network'],
};

const kinds: Readonly<Record<Kind, string>> = {
  texts: 'Text',
  number: 'Number',
  version: 'Semantic version',
  date: 'Date',
  pattern: 'Regular expression',
  networks: 'Network address',
};

/** What constraints say, also where they are not edited. */
export const constraintWordTexts = {
  operators,
  kinds,
  manyValues: (count: number): string => `${number(count)} values`,
  ignoringCase: '(upper and lower case are the same)',
};
