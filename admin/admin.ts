import { Command, CommanderError } from 'commander';
import type { Config } from '../src/platform/config/config.js';
import { configOf } from '../src/platform/config/load-config.js';
import { printTo, start, type Terminal } from '../src/platform/config/program.js';
import type { DatabaseAddress } from '../src/platform/database/data-source.js';
import { reachDatabase } from '../src/platform/database/embedded/reach-database.js';

type Address = Pick<DatabaseAddress, 'url' | 'ssl'>;
type Use = NonNullable<Parameters<typeof reachDatabase>[1]>;

const HELP = `
The database is that of DATABASE_URL (or DATABASE_URL_DIRECT), else the embedded one.
Exits with 0 on success, with 1 if something does not verify, and with 2 if the command
could not do its work.`;

/** Administers the service. Exits with 1 if something does not verify, or could not be done. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const administration = new Administration(terminal);
  try {
    await programFor(administration, terminal).parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has printed its own messages.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  return administration.isRight ? 0 : 1;
}

function programFor(administration: Administration, { out, err }: Terminal): Command {
  const program = new Command('admin')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void out.write(text),
      writeErr: (text) => void err.write(text),
    })
    .description('Administers the service and its database.')
    .addHelpText('after', HELP);
  const command: NewCommand = (name, description) => program.command(name).description(description);
  command(
    'backup',
    'write a consistent dump and its manifest into a new folder, while the service runs',
  )
    .argument('[folder]', 'where the new folder is created', 'backups')
    .action((folder: string) => administration.backup(folder));
  command('restore', 'restore a backup into a new, empty database, and verify it')
    .argument('<backup>', 'folder of one backup')
    .action((folder: string) => administration.restore(folder));
  command(
    'verify',
    'verify stored counts, the audit log, encrypted secrets and what PostgreSQL reports',
  ).action(() => administration.verify());
  command('rebuild', 'rebuild everything that is derived, while the service runs').action(() =>
    administration.rebuild(),
  );
  addKeysAndCounts(command, administration);
  addPrograms(command, administration);
  return program;
}

type NewCommand = (name: string, description: string) => Command;

function addKeysAndCounts(command: NewCommand, administration: Administration): void {
  command('counts', 'verify stored counts')
    .option('--repair', 'correct what differs')
    .action((options: { repair?: true }) => administration.counts(options));
  command('rotate-signing-key', 'generate a signing key that replaces the current one at once')
    .option('--lost', 'the current key cannot be decrypted, so it does not endorse the new one')
    .action((options: { lost?: true }) => administration.rotateSigningKey(options));
  command(
    'rotate-encryption-key',
    'encrypt with ENCRYPTION_KEY what ENCRYPTION_KEY_ACCEPTED still decrypts',
  ).action(() => administration.rotateEncryptionKey());
}

/** Adds programs that read their options themselves. */
function addPrograms(command: NewCommand, administration: Administration): void {
  const delegate = (name: string, description: string): void => {
    command(name, description)
      .allowUnknownOption()
      .argument('[options...]', `see admin ${name} --help`)
      .helpOption(false)
      .action((options: string[]) => administration.delegate(name, options));
  };
  delegate('verify-audit', 'verify the audit log, or signed statistics or a receipt in a file');
  delegate('move-in', 'move everything from Unleash 6 or 7 into the database');
}

/** The commands. Each loads what it needs, since loading all of it takes seconds. */
class Administration {
  /** Whether what was verified is right. */
  isRight = true;
  private readonly print: (line: string) => void;
  private readonly environment: NodeJS.ProcessEnv;

  constructor(private readonly terminal: Terminal) {
    this.print = printTo(terminal);
    this.environment = terminal.environment;
  }

  backup(parent: string): Promise<void> {
    return this.withDatabase({ migrates: false }, async (address) => {
      const { backUp } = await import('./backup/backup.js');
      const { folder, manifest, isNoted } = await backUp(address, parent, this.environment);
      const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
      this.print(`Backed up ${rows} rows into ${folder} (${manifest.dump.bytes} bytes).`);
      if (!isNoted)
        this.print('The database could not be told: its metric shows the backup before this one.');
      this.print('Keep ENCRYPTION_KEY, or the file encryption.key, in another safe place.');
    });
  }

  async restore(folder: string): Promise<void> {
    const { readBackup, restore } = await import('./backup/restore.js');
    const manifest = await readBackup(folder);
    this.print(`Backup of version ${manifest.version}, made at ${manifest.createdAt}: intact.`);
    const { environment, print: log } = this;
    await this.withDatabase({ migrates: false, creates: true }, async (address, config) => {
      await restore(address, folder, manifest, { environment, log });
      await this.verifyAt(address, config);
    });
  }

  verify(): Promise<void> {
    return this.withDatabase({ migrates: false }, (address, config) =>
      this.verifyAt(address, config),
    );
  }

  rebuild(): Promise<void> {
    return this.withDatabase({}, async (address) => {
      const { requireSchema } = await import('./backup/require-schema.js');
      const { rebuild } = await import('./backup/rebuild.js');
      await requireSchema(address);
      const lines = await rebuild(address);
      for (const line of lines) this.print(`Rebuilt: ${line}`);
      this.print(
        lines.length > 0 ? 'Everything derived is correct now.' : 'Nothing had to be rebuilt.',
      );
    });
  }

  counts({ repair = false }: { repair?: boolean }): Promise<void> {
    return this.withDatabase({}, async (address) => {
      const { countLines, countVerdict, verifyCounts } =
        await import('../src/instance/operations/counts/count-verifier.js');
      const report = await verifyCounts(address, { repair });
      if (!report)
        throw new Error(
          'An instance of the service is currently verifying the counts. Try again later.',
        );
      [...countLines(report), countVerdict(report)].forEach(this.print);
      this.isRight = report.differences.length === 0 || report.isRepaired;
    });
  }

  rotateSigningKey({ lost = false }: { lost?: boolean }): Promise<void> {
    return this.withDatabase({}, async (address, config) => {
      const { rotateSigningKey } = await import('./keys.js');
      (await rotateSigningKey(address, config, lost)).forEach(this.print);
    });
  }

  rotateEncryptionKey(): Promise<void> {
    if (configOf(this.terminal).encryption.key === undefined)
      throw new Error('Set ENCRYPTION_KEY to the new key, and ENCRYPTION_KEY_ACCEPTED to the old.');
    return this.withDatabase({}, async (address, config) => {
      const { encryptAgain } = await import('./keys.js');
      const { isComplete, lines } = await encryptAgain(address, config);
      lines.forEach(this.print);
      this.isRight = isComplete;
    });
  }

  /** Runs a program that reads its options itself. */
  async delegate(name: string, options: string[]): Promise<void> {
    const { main: program } =
      name === 'move-in'
        ? await import('./move-in/migrate-from-unleash.js')
        : await import('../verify/verify.js');
    this.isRight = (await program(options, this.terminal)) === 0;
  }

  private async verifyAt(address: Address, config: Config): Promise<void> {
    const { requireSchema } = await import('./backup/require-schema.js');
    await requireSchema(address);
    const { verifyDatabase } = await import('./backup/verification.js');
    for await (const { what, isRight, lines } of verifyDatabase(address, config)) {
      this.print(`${isRight ? 'right' : 'WRONG'}  ${what}`);
      for (const line of lines) this.print(line.replace(/^/gm, '         '));
      this.isRight &&= isRight;
    }
    this.print(this.isRight ? 'Everything verifies.' : 'Something does NOT verify.');
  }

  /**
   * Runs work on the configured database over a direct connection, because a pooler does not keep
   * snapshots.
   */
  private async withDatabase(
    use: Use,
    work: (address: Address, config: Config) => Promise<void>,
  ): Promise<void> {
    const config = configOf(this.terminal);
    const { database } = config;
    const direct = { database: { ...database, url: database.directUrl } };
    const { url, close } = await reachDatabase(direct, use);
    try {
      await work({ url, ssl: database.ssl }, config);
    } finally {
      await close();
    }
  }
}

void start(import.meta.url, main);
