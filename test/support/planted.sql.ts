import { statement } from '../../src/platform/database/statement.js';

// Statements for the test of declared types, each of which differs from its declaration in one way.

export const UNKNOWN_TABLE = statement<[], { name: string }>(
  'planted.unknown-table',
  'SELECT name FROM no_such_table',
);

export const PARAMETER_TOO_FEW = statement<[name: string], { name: string }>(
  'planted.parameter-too-few',
  'SELECT name FROM feature WHERE name = $1 AND project = $2',
);

export const PARAMETER_WITHOUT_NAME = statement<[string], { name: string }>(
  'planted.parameter-without-name',
  'SELECT name FROM feature WHERE name = $1',
);

export const PARAMETER_OF_OTHER_TYPE = statement<[name: number], { name: string }>(
  'planted.parameter-of-other-type',
  'SELECT name FROM feature WHERE name = $1',
);

export const COLUMN_MISSING = statement<[], { name: string; project: string }>(
  'planted.column-missing',
  'SELECT name FROM feature',
);

export const COLUMN_NOT_DECLARED = statement<[], { name: string }>(
  'planted.column-not-declared',
  'SELECT name, project FROM feature',
);

export const COLUMN_OF_OTHER_TYPE = statement<[], { stale: string }>(
  'planted.column-of-other-type',
  'SELECT stale FROM feature',
);
