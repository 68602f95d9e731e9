import { statement } from './statement.js';

export const HAS_OLDEST_VERSION = statement<[], { exists: boolean }>(
  'oldest-version.has-oldest-version',
  `SELECT to_regclass('oldest_version') IS NOT NULL AS exists`,
);

export const READ_OLDEST_VERSION = statement<[], { version: string }>(
  'oldest-version.read-oldest-version',
  'SELECT version FROM oldest_version',
);

export const NOTE_OLDEST_VERSION = statement<[version: string]>(
  'oldest-version.note-oldest-version',
  /* sql */ `
    INSERT INTO oldest_version (version) VALUES ($1)
    ON CONFLICT ON CONSTRAINT oldest_version_pkey DO UPDATE SET version = excluded.version`,
);
