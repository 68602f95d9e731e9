import type { Kind, Operator } from '../../pages/flags/constraints/operators.js';
import { number } from '../format.js';
import type * as en from '../constraint-words.js';

type Words = readonly [plain: string, inverted: string];

/** What an operator says, and what it says when it is inverted. */
const operators: Readonly<Record<Operator, Words>> = {
  IN: ['ist einer von', 'ist keiner von'],
  NOT_IN: ['ist keiner von', 'ist einer von'],
  STR_STARTS_WITH: ['beginnt mit', 'beginnt nicht mit'],
  STR_ENDS_WITH: ['endet mit', 'endet nicht mit'],
  STR_CONTAINS: ['enthält', 'enthält nicht'],
  NUM_EQ: ['ist gleich', 'ist nicht gleich'],
  NUM_GT: ['ist größer als', 'ist nicht größer als'],
  NUM_GTE: ['ist mindestens', 'ist nicht mindestens'],
  NUM_LT: ['ist kleiner als', 'ist nicht kleiner als'],
  NUM_LTE: ['ist höchstens', 'ist nicht höchstens'],
  DATE_AFTER: ['ist nach', 'ist nicht nach'],
  DATE_BEFORE: ['ist vor', 'ist nicht vor'],
  SEMVER_EQ: ['ist Version', 'ist nicht Version'],
  SEMVER_GT: ['ist neuer als Version', 'ist nicht neuer als Version'],
  SEMVER_GTE: ['ist mindestens Version', 'ist nicht mindestens Version'],
  SEMVER_LT: ['ist älter als Version', 'ist nicht älter als Version'],
  SEMVER_LTE: ['ist höchstens Version', 'ist nicht höchstens Version'],
  REGEX: ['entspricht', 'entspricht nicht'],
  IN_CIDR: ['ist im Netz', 'ist nicht im Netz'],
};

const kinds: Readonly<Record<Kind, string>> = {
  texts: 'Text',
  number: 'Zahl',
  version: 'Semantische Version',
  date: 'Datum',
  pattern: 'Regulärer Ausdruck',
  networks: 'Netzadresse',
};

export const constraintWordTexts: typeof en.constraintWordTexts = {
  operators,
  kinds,
  manyValues: (count) => `${number(count)} Werte`,
  ignoringCase: '(Groß- und Kleinschreibung egal)',
};
