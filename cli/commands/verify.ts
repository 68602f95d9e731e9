import { run, type Terminal } from '../../src/platform/config/program.js';
import { CliError, type Connection } from '../connection.js';

/**
 * Runs the verifier of the service. @returns Its exit code.
 * @throws CliError when it would need a database, for which the command line has no driver.
 */
export async function verify(
  connect: () => Connection,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const named = new Set(args.map((arg) => arg.split('=')[0]));
  if (named.has('--database'))
    throw new CliError(
      'A database is verified where the service is installed: npm run verify -- --database …',
      2,
    );
  const isElsewhere = named.has('--help') || named.has('--url');
  const isFile = ['--statistics', '--receipt', '--certificate'].some((one) => named.has(one));
  const isOffline = isFile && named.has('--keys');
  const from = isElsewhere || isOffline ? [] : ['--url', connect().url];
  // Other commands are quicker without it.
  const { main } = await import('../../verify/verify.js');
  return run(main, [...args, ...from], terminal);
}
