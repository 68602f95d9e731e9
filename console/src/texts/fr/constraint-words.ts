import type { Kind, Operator } from '../../pages/flags/constraints/operators.js';
import { number } from '../format.js';
import type * as en from '../constraint-words.js';

type Words = readonly [plain: string, inverted: string];

/** What an operator says, and what it says when it is inverted. */
const operators: Readonly<Record<Operator, Words>> = {
  IN: ['est parmi', 'n’est pas parmi'],
  NOT_IN: ['n’est pas parmi', 'est parmi'],
  STR_STARTS_WITH: ['commence par', 'ne commence pas par'],
  STR_ENDS_WITH: ['finit par', 'ne finit pas par'],
  STR_CONTAINS: ['contient', 'ne contient pas'],
  NUM_EQ: ['est égal à', 'n’est pas égal à'],
  NUM_GT: ['est supérieur à', 'n’est pas supérieur à'],
  NUM_GTE: ['est au moins', 'n’est pas au moins'],
  NUM_LT: ['est inférieur à', 'n’est pas inférieur à'],
  NUM_LTE: ['est au plus', 'n’est pas au plus'],
  DATE_AFTER: ['est après', 'n’est pas après'],
  DATE_BEFORE: ['est avant', 'n’est pas avant'],
  SEMVER_EQ: ['est la version', 'n’est pas la version'],
  SEMVER_GT: ['est après la version', 'n’est pas après la version'],
  SEMVER_GTE: ['est au moins la version', 'n’est pas au moins la version'],
  SEMVER_LT: ['est avant la version', 'n’est pas avant la version'],
  SEMVER_LTE: ['est au plus la version', 'n’est pas au plus la version'],
  REGEX: ['correspond à', 'ne correspond pas à'],
  IN_CIDR: ['est dans le réseau', 'n’est pas dans le réseau'],
};

const kinds: Readonly<Record<Kind, string>> = {
  texts: 'Texte',
  number: 'Nombre',
  version: 'Version sémantique',
  date: 'Date et heure',
  pattern: 'Expression régulière',
  networks: 'Adresse réseau',
};

export const constraintWordTexts: typeof en.constraintWordTexts = {
  operators,
  kinds,
  manyValues: (count) => `${number(count)} valeurs`,
  ignoringCase: '(majuscules et minuscules confondues)',
};
