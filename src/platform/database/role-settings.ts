import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

/**
 * Settings of PostgreSQL that the statements of the service rely on. All of these are defaults of
 * PostgreSQL, except `jit`.
 */
const NEEDED: Readonly<Record<string, string>> = {
  // Compiling a statement takes up to seconds, and these statements run for milliseconds.
  jit: 'off',
  // A statement that has waited for a lock must see what was committed meanwhile.
  default_transaction_isolation: 'read committed',
  // The driver parses dates in this format.
  DateStyle: 'ISO',
  // Statements contain backslashes in strings, which must not start escapes.
  standard_conforming_strings: 'on',
};

/**
 * Gives the role of the service these settings in its database, where they differ. Settings of a
 * role in a database precede those of the role, the database and the server, apply to every new
 * session, also behind a pooler that refuses start-up parameters, and any role may change its own.
 */
export async function prepareRole(source: DataSource): Promise<void> {
  const found = await source.query<{ name: string; setting: string }[]>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    [Object.keys(NEEDED)],
  );
  for (const { name, setting } of found) {
    const needed = NEEDED[name]!;
    // DateStyle ends with the order of day and month, which does not matter.
    if (setting !== needed && !setting.startsWith(`${needed},`)) await set(source, name, needed);
  }
}

async function set(source: DataSource, name: string, value: string): Promise<void> {
  try {
    await source.query(`
      DO $$ BEGIN
        EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET ${name} = ''${value}''',
                       current_database());
      END $$`);
  } catch (error) {
    new Logger('database').warn(
      `PostgreSQL refuses to set ${name} = '${value}' for the role of the service ` +
        `(${(error as Error).message}). The service needs it: set it for this role.`,
    );
  }
}
