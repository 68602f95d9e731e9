import { type Command, InvalidArgumentError, type Option } from 'commander';
import type { Connection } from '../connection.js';
import type { Printer } from '../output.js';
import type { AskOptions, DecideOptions } from './access.js';

/** What the commands of the program share. */
interface Shared {
  connect: () => Connection;
  printer: Printer;
  output: () => Option;
}

const USUAL_MINUTES = 120;
const MAX = 2_147_483_647;

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > MAX)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX}.`);
  return value;
}

/** Adds the commands about access for a time. What they need is loaded when they are used. */
export function addAccess(program: Command, { connect, printer, output }: Shared): void {
  const access = program.command('access').description('ask for access for a time, and decide');
  const command = (name: string, about: string): Command =>
    access
      .command(name)
      .description(about)
      .option('-p, --project <id>', 'project')
      .addOption(output());
  command('ask', 'ask for a role in a project')
    .requiredOption('--role <name>', 'such as Member')
    .requiredOption('--reason <text>', 'what for')
    .option('-e, --environment <name>', 'only there')
    .option('--minutes <number>', 'for how long', wholeNumber, USUAL_MINUTES)
    .option('--emergency', 'it is urgent')
    .action(async (options: AskOptions) =>
      (await import('./access.js')).ask(connect(), printer, options),
    );
  command(
    'list',
    'list what you have asked for and what waits for you, or all of a project',
  ).action(async (options: DecideOptions) =>
    (await import('./access.js')).listRequests(connect(), printer, options),
  );
  const ways = {
    approve: 'give the role',
    deny: 'refuse the role',
    end: 'withdraw a request, give the role back, or take it',
  } as const;
  for (const what of ['approve', 'deny', 'end'] as const) {
    const way = command(what, ways[what]).argument('<id>', 'of the request', wholeNumber);
    if (what !== 'end') way.option('--comment <text>', 'for whoever asked');
    if (what === 'approve')
      way.option('--minutes <number>', 'for how long; as asked unless given', wholeNumber);
    way.action(async (id: number, options: DecideOptions) =>
      (await import('./access.js')).decide(connect(), printer, { id, what }, options),
    );
  }
}
