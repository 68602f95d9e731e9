import { Command, CommanderError } from 'commander';
import { backUp } from './backup/backup.js';
import { rebuild } from './backup/rebuild.js';
import { requireSchema } from './backup/require-schema.js';
import { readBackup, restore } from './backup/restore.js';
import { verifyDatabase } from './backup/verification.js';
import type { Config } from './config/config.js';
import { loadConfig } from './config/load-config.js';
import type { DatabaseAddress } from './database/data-source.js';
import { reachDatabase } from './database/embedded/reach-database.js';

type Address = Pick<DatabaseAddress, 'url' | 'ssl'>;
type Use = NonNullable<Parameters<typeof reachDatabase>[1]>;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs work on the configured database over a direct connection, because a pooler does not keep
 * snapshots.
 */
async function withDatabase<T>(
  use: Use,
  work: (address: Address, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  const { database } = config;
  const direct = { database: { ...database, url: database.directUrl } };
  const { url, close } = await reachDatabase(direct, use);
  try {
    return await work({ url, ssl: database.ssl }, config);
  } finally {
    await close();
  }
}

const program = new Command('admin')
  .exitOverride()
  .description('Backs up, restores, verifies and rebuilds the database of the service.')
  .addHelpText(
    'after',
    '\nThe database is that of DATABASE_URL (or DATABASE_URL_DIRECT), else the embedded one.\n' +
      'Exits with 0 on success, with 1 if something does not verify, and with 2 if the command\n' +
      'could not do its work.',
  );

program
  .command('backup')
  .description('write a consistent dump and its manifest into a new folder, while the service runs')
  .argument('[folder]', 'where the new folder is created', 'backups')
  .action((folder: string) =>
    withDatabase({ migrates: false }, async (address) => {
      const { folder: created, manifest } = await backUp(address, folder);
      const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
      print(`Backed up ${rows} rows into ${created} (${manifest.dump.bytes} bytes).`);
      print('Keep ENCRYPTION_KEY, or the file encryption.key, in another safe place.');
    }),
  );

program
  .command('restore')
  .description('restore a backup into a new, empty database, and verify it')
  .argument('<backup>', 'folder of one backup')
  .action(async (folder: string) => {
    const manifest = await readBackup(folder);
    print(`Backup of version ${manifest.version}, made at ${manifest.createdAt}: intact.`);
    await withDatabase({ migrates: false, creates: true }, async (address, config) => {
      await restore(address, folder, manifest, print);
      await verify(address, config);
    });
  });

program
  .command('verify')
  .description('verify stored counts, the audit log, encrypted secrets and what PostgreSQL reports')
  .action(() => withDatabase({}, verify));

program
  .command('rebuild')
  .description('rebuild everything that is derived from other rows, while the service runs')
  .action(() =>
    withDatabase({}, async (address) => {
      await requireSchema(address);
      const lines = await rebuild(address);
      for (const line of lines) print(`Rebuilt: ${line}`);
      print(lines.length > 0 ? 'Everything derived is correct now.' : 'Nothing had to be rebuilt.');
    }),
  );

async function verify(address: Address, config: Config): Promise<void> {
  await requireSchema(address);
  const results = await verifyDatabase(address, config);
  for (const { what, isRight, lines } of results) {
    print(`${isRight ? 'right' : 'WRONG'}  ${what}`);
    for (const line of lines) print(line.replace(/^/gm, '         '));
  }
  const isRight = results.every((one) => one.isRight);
  print(isRight ? 'Everything verifies.' : 'Something does NOT verify.');
  if (!isRight) process.exitCode = 1;
}

try {
  await program.parseAsync();
} catch (error) {
  // Commander has printed its own messages.
  if (!(error instanceof CommanderError)) process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2;
}
