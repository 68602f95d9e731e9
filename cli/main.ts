#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { codeRefs, type CodeRefsOptions } from './commands/code-refs.js';
import { completions } from './commands/complete.js';
import { completion, SHELLS } from './commands/completion.js';
import { events, type EventsOptions } from './commands/events.js';
import { stats } from './commands/stats.js';
import { status } from './commands/status.js';
import { switchFeature, type SwitchOptions } from './commands/switch.js';
import { CliError, Connection } from './connection.js';
import { note, print, printable, type Format } from './output.js';
import { VERSION } from '../src/config/version.js';

const MAX_EVENTS = 1000;

const connect = (): Connection => Connection.fromEnvironment(process.env);
const output = (): Option =>
  new Option('-o, --output <format>', 'how to print').choices(['table', 'json']).default('table');
const project = (): Option =>
  new Option('-p, --project <id>', 'project; found by the name of the feature unless given').env(
    'FLAGS_PROJECT',
  );

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > MAX_EVENTS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_EVENTS}.`);
  return value;
}

const program = new Command('flags')
  .exitOverride()
  .version(VERSION)
  .description('Switches and inspects feature flags.')
  .addHelpText(
    'after',
    '\nSet FLAGS_URL to the address of the service, and FLAGS_TOKEN to a token.\n' +
      'Exits with 1 when the service refuses, and with 2 when it is not reached or used wrongly.',
  );

for (const state of ['off', 'on'] as const)
  program
    .command(state)
    .description(`turn a feature ${state} in an environment`)
    .argument('<feature>')
    .addOption(
      new Option('-e, --environment <name>', 'environment')
        .env('FLAGS_ENVIRONMENT')
        .makeOptionMandatory(),
    )
    .addOption(project())
    .option('--dry-run', 'show what it would do, and change nothing')
    .option('--force', 'do it although a guard refuses; needs --reason')
    .option('--reason <text>', 'why, for the audit log; with --force')
    .option('--wait <time>', 'wait until SDKs have it, for up to 30s')
    .addOption(output())
    .action((feature: string, options: SwitchOptions) =>
      switchFeature(connect(), feature, state, options),
    );

program
  .command('status')
  .description('show where a feature is on')
  .argument('<feature>')
  .addOption(project())
  .addOption(output())
  .action((feature: string, options: { project?: string; output: Format }) =>
    status(connect(), feature, options),
  );

program
  .command('stats')
  .description('show the statistics of the instance')
  .addOption(output())
  .action((options: { output: Format }) => stats(connect(), options));

program
  .command('events')
  .description('show the newest events')
  .option('-f, --follow', 'show further ones as they happen')
  .option('--feature <name>', 'of one feature')
  .option('-p, --project <id>', 'of one project')
  .option('-n, --limit <number>', 'how many', wholeNumber, 20)
  .addOption(output())
  .action((options: EventsOptions) => events(connect(), options));

program
  .command('verify')
  .description('verify the audit log of the service, or signed statistics in a file')
  .allowUnknownOption()
  .argument('[options...]', 'see flags verify --help')
  .helpOption(false)
  .action((args: string[]) => verify(args));

program
  .command('code-refs')
  .description('find the names of features in a folder, and report stale ones')
  .argument('[folder]', 'folder', '.')
  .option('-p, --project <id>', 'features of one project')
  .option('--fail-on-stale', 'exit with 1 when stale or archived features are named')
  .addOption(output())
  .action((folder: string, options: CodeRefsOptions) => codeRefs(connect(), folder, options));

program
  .command('completion')
  .description('print the completion script of a shell')
  .argument('<shell>', SHELLS.join(', '))
  .action(completion);

program
  .command('complete', { hidden: true })
  .argument('[words...]')
  .action(async (words: string[]) => {
    for (const word of await completions(program, words, connect)) print(printable(word));
  });

/** Runs the verifier, which can also read a database or files. */
function verify(args: string[]): void {
  const named = new Set(args.map((arg) => arg.split('=')[0]));
  const isElsewhere = ['--help', '--database', '--url'].some((option) => named.has(option));
  const isOffline = named.has('--statistics') && named.has('--keys');
  // The token is passed in the environment, because everybody on the machine can read command
  // lines.
  const from = isElsewhere || isOffline ? [] : ['--url', connect().url];
  const file = fileURLToPath(new URL('../src/audit-log/verify/verify.js', import.meta.url));
  process.exitCode =
    spawnSync(process.execPath, [file, ...args, ...from], { stdio: 'inherit' }).status ?? 2;
}

// The reader of the output, such as `head`, may stop reading.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

try {
  await program.parseAsync();
} catch (error) {
  // Commander has printed its own messages.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (error instanceof CliError) {
    note(error.message);
    process.exitCode = error.exitCode;
  } else throw error;
}
