import { parseArgs } from 'node:util';
import { configOf } from '../../src/platform/config/load-config.js';
import { printTo, type Terminal } from '../../src/platform/config/program.js';
import { reachDatabase } from '../../src/platform/database/embedded/reach-database.js';
import { compareClients, comparisonLines } from './comparison.js';
import { MoveInError, type MoveSource } from './source/source.js';
import { Mover } from './mover.js';
import { Progress } from './progress.js';
import { printable, printableLine } from './report.js';
import { ApiSource } from './source/api-source.js';
import { DatabaseSource } from './source/database-source.js';

const USAGE = `Moves everything from Unleash 6 or 7 into the configured database.

  --database <url>    reads the database of Unleash, and never writes there; or set
                      UNLEASH_DATABASE_URL
  --url <address>     reads the API of Unleash instead, which does not give everything,
  --token <token>     with an admin token of Unleash; or set UNLEASH_TOKEN
  --dry-run           shows what would be moved, and writes nothing
  --source-url <address>
                      with --database: where Unleash runs, to compare what SDKs get
  --target-url <address>
                      where this service runs, to compare what SDKs get

Repeat the command after an interruption: what was moved is not moved again.
Exits with 0 if everything was moved, with 1 if something could not be or differs, and with 2 if
it cannot begin.`;

const OPTIONS = {
  database: { type: 'string' },
  url: { type: 'string' },
  token: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'source-url': { type: 'string' },
  'target-url': { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** PostgreSQL's code for a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

/** Moves everything from Unleash into the configured database. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    if (!values.help)
      return await withSource(values, terminal, (source) => move(source, values, terminal));
    printTo(terminal)(USAGE);
    return 0;
  } catch (error) {
    throw new MoveInError(printable(messageOf(error as Error)));
  }
}

/**
 * The secrets of the source are variables, because others on the machine could read arguments.
 */
async function withSource(
  options: Options,
  { environment }: Terminal,
  work: (source: MoveSource) => Promise<number>,
): Promise<number> {
  const { url, token = environment['UNLEASH_TOKEN'] } = options;
  const given = url === undefined ? environment['UNLEASH_DATABASE_URL'] : undefined;
  const { database = given } = options;
  if ((database === undefined) === (url === undefined))
    throw new MoveInError('Use either --database or --url. See --help.');
  if (database !== undefined) return DatabaseSource.within(database, work);
  if (!token) throw new MoveInError('--url needs --token with an admin token of Unleash.');
  return work(await ApiSource.of(url!, token));
}

async function move(source: MoveSource, options: Options, terminal: Terminal): Promise<number> {
  const config = configOf(terminal);
  const print = printTo(terminal);
  const isDryRun = options['dry-run'];
  print(`Moving from Unleash ${printableLine(source.id)} (${printableLine(source.description)}).`);
  const { url, close } = await reachDatabase(config);
  try {
    const { ssl } = config.database;
    const mover = new Mover(source, { url, ssl }, new Progress(terminal.err), isDryRun);
    await mover.run();
    const { report } = mover;
    for (const line of report.lines(isDryRun)) print(line);
    for (const line of source.unreadable) print(`Not moved: ${line}`);
    print('');
    if (!report.hasMoved) print(isDryRun ? 'There is nothing to move.' : 'Nothing was changed.');
    const isEqual = isDryRun || (await compare(source, options, print));
    return report.hasRefused || !isEqual ? 1 : 0;
  } finally {
    await close();
  }
}

async function compare(
  source: MoveSource,
  options: Options,
  print: (line: string) => void,
): Promise<boolean> {
  const before = options['source-url'] ?? options.url;
  const after = options['target-url'];
  if (before === undefined || after === undefined) {
    print(
      'To compare what SDKs get, start this service and repeat the command with ' +
        `${before === undefined ? '--source-url and ' : ''}--target-url.`,
    );
    return true;
  }
  const tokens = await source.clientTokens();
  if (tokens.length === 0) print('There are no client tokens to compare with.');
  const results = await compareClients(before, after, tokens);
  for (const line of comparisonLines(results)) print(line);
  return results.every(({ different }) => different.length === 0);
}

function messageOf(error: Error & { code?: string }): string {
  if (error.code === UNDEFINED_TABLE)
    return `${error.message}. Start this version of the service once: that sets up its database.`;
  return error.message;
}
