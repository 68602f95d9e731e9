#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { codeRefs, type CodeRefsOptions } from './commands/code-refs.js';
import { completion, SHELLS } from './commands/completion.js';
import { events, type EventsOptions } from './commands/events.js';
import { stats } from './commands/stats.js';
import { status } from './commands/status.js';
import { switchFeature, type SwitchOptions } from './commands/switch.js';
import { CliError, Connection } from './connection.js';
import { search } from './features.js';
import { note, print, type Format } from './output.js';

/** How many names a shell is offered. */
const MAX_COMPLETIONS = 50;
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
    .option('--reason <text>', 'why, for the audit log')
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
  .action((words: string[]) => complete(words));

/** Runs the verifier of the service, which can also read a database or files. */
function verify(args: string[]): void {
  const offline = ['--help', '--statistics', '--database', '--url'];
  if (!args.some((arg) => offline.includes(arg))) {
    const { url, token } = connect();
    args = [...args, '--url', url, '--token', token];
  }
  const file = fileURLToPath(new URL('../src/audit-log/verify/verify.js', import.meta.url));
  process.exitCode = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status ?? 2;
}

/** Prints what the last word can become: a command, or the name of a feature. */
async function complete(words: readonly string[]): Promise<void> {
  const begun = words.at(-1) ?? '';
  const commands = program.commands.map((command) => command.name());
  if (words.length <= 1) {
    for (const name of commands) if (name.startsWith(begun) && name !== 'complete') print(name);
    return;
  }
  if (!['on', 'off', 'status'].includes(words[0]!) || words.length > 2) return;
  let left = MAX_COMPLETIONS;
  for await (const { name } of search(connect(), { query: begun })) {
    if (name.startsWith(begun)) print(name);
    if (--left === 0) return;
  }
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  note(error.message);
  process.exitCode = error.exitCode;
}
