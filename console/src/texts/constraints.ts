import type { Kind, Operator } from '../constraints/operators.js';
import { number } from './ui.js';

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

export const constraintTexts = {
  operators,
  kinds,
  title: 'Constraints',
  none: 'No constraints: it applies to everybody.',
  all: 'It applies to users who meet all of them.',
  manyValues: (count: number): string => `${number(count)} values`,
  ignoringCase: '(upper and lower case are the same)',
  add: 'Add a constraint',
  remove: 'Remove',
  numbered: (position: number): string => `Constraint ${position}`,
  removeNumbered: (position: number): string => `Remove constraint ${position}`,
  field: 'Context field',
  operator: 'Operator',
  inverted: 'Invert: applies to users who do not meet it',
  caseInsensitive: 'Upper and lower case are the same',
  values: 'Values',
  valuesHint: 'One per line, or separated by commas.',
  networks: 'Networks',
  networksHint: 'Addresses or networks such as 10.0.0.0/8, one per line.',
  legalValues: 'Values',
  value: 'Value',
  number: 'Number',
  version: 'Version',
  versionHint: 'Three parts, such as 1.2.3 or 1.2.3-beta.1.',
  date: 'Date and time',
  dateHint: (utc: string): string => `In your time zone. In UTC: ${utc}`,
  dateEmptyHint: 'In your time zone.',
  pattern: 'Regular expression',
  patternHint: 'In the syntax of RE2, such as ^user-[0-9]+$.',
  needsField: 'Choose a context field.',
  needsValues: 'Enter at least one value.',
  tooLong: (value: string, most: number): string =>
    `"${value}" has more than ${number(most)} characters.`,
  illegal: (values: string): string => `These are not legal values of the field: ${values}`,
  notANumber: 'Enter a number, such as 5, -1.5 or 2e3.',
  notAVersion: 'Enter three parts without a leading v, such as 1.2.3 or 1.2.3-beta.1.',
  notADate: 'Enter a date and a time.',
  notAPattern: 'This is not a regular expression.',
  notANetwork: (value: string): string =>
    `"${value}" is neither an address nor a network, such as 10.1.2.3 or 10.0.0.0/8.`,
};
