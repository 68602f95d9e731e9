#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { codeRefs, type CodeRefsOptions } from './commands/code-refs.js';
import { addAccess } from './commands/access-commands.js';
import { completions } from './commands/complete.js';
import { completion, SHELLS } from './commands/completion.js';
import { events, type EventsOptions } from './commands/events.js';
import type { SendOptions } from './commands/send-references.js';
import { stats } from './commands/stats.js';
import { status } from './commands/status.js';
import { switchFeature, type SwitchOptions } from './commands/switch.js';
import { LANGUAGES, types, type TypesOptions } from './commands/types.js';
import { verify } from './commands/verify.js';
import type { WitnessOptions } from './commands/witness.js';
import { CliError, Connection } from './connection.js';
import { Printer, printable, type Format } from './output.js';
import { start, type Terminal } from '../src/platform/config/program.js';
import { addAsCode } from './as-code/commands.js';
import { addRemoval } from './removal/command.js';
import { VERSION } from '../src/platform/config/version.js';

const MAX_EVENTS = 1000;
/** How often a witness cosigns, in seconds: several times in the minute that `verify` allows. */
const WITNESS_INTERVAL = 15;
const MAX_INTERVAL = 86_400;

/** Switches and inspects feature flags. Exits with 1 when the service refuses. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const result = { code: 0 };
  try {
    await programFor(terminal, result).parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has printed its own messages.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CliError)) throw error;
    new Printer(terminal).note(error.message);
    return error.exitCode;
  }
  return result.code;
}

/** @param result Gets the exit code of a command that has one of its own. */
function programFor(terminal: Terminal, result: { code: number }): Command {
  const { environment } = terminal;
  const printer = new Printer(terminal);
  const connect = (): Connection => Connection.fromEnvironment(environment);
  const output = (): Option =>
    new Option('-o, --output <format>', 'how to print').choices(['table', 'json']).default('table');
  const project = (): Option =>
    new Option(
      '-p, --project <id>',
      'project; found by the name of the feature unless given (FLAGS_PROJECT)',
    ).default(environment['FLAGS_PROJECT'] || undefined);

  const program = new Command('flags')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.out.write(text),
      writeErr: (text) => void terminal.err.write(text),
    })
    .version(VERSION)
    .description('Switches and inspects feature flags.')
    .addHelpText(
      'after',
      '\nSet FLAGS_URL to the address of the service, and FLAGS_TOKEN to a token, or FLAGS_ID_TOKEN\n' +
        'to the token that a CI system has signed for its job.\n' +
        'Exits with 1 when the service refuses, and with 2 when it is not reached or used wrongly.',
    );

  for (const state of ['off', 'on'] as const)
    program
      .command(state)
      .description(`turn a feature ${state} in an environment`)
      .argument('<feature>')
      .addOption(
        new Option('-e, --environment <name>', 'environment (FLAGS_ENVIRONMENT)')
          .default(environment['FLAGS_ENVIRONMENT'] || undefined)
          .makeOptionMandatory(),
      )
      .addOption(project())
      .option('--dry-run', 'show what it would do, and change nothing')
      .option('--force', 'do it although a guard refuses; needs --reason')
      .option('--reason <text>', 'why, for the audit log; with --force')
      .option('--wait <time>', 'wait until SDKs have it, for up to 30s')
      .addOption(output())
      .action((feature: string, options: SwitchOptions) =>
        switchFeature(connect(), printer, feature, state, options),
      );

  program
    .command('status')
    .description('show where a feature is on')
    .argument('<feature>')
    .addOption(project())
    .addOption(output())
    .action((feature: string, options: { project?: string; output: Format }) =>
      status(connect(), printer, feature, options),
    );

  program
    .command('stats')
    .description('show the statistics of the instance')
    .addOption(output())
    .action((options: { output: Format }) => stats(connect(), printer, options));

  program
    .command('events')
    .description('show the newest events')
    .option('-f, --follow', 'show further ones as they happen')
    .option('--feature <name>', 'of one feature')
    .option('-p, --project <id>', 'of one project')
    .option('-n, --limit <number>', 'how many', wholeNumber, 20)
    .addOption(output())
    .action((options: EventsOptions) => events(connect(), printer, options, terminal.interrupted));

  program
    .command('verify')
    .description('verify the audit log of the service, or something that it signed in a file')
    .allowUnknownOption()
    .argument('[options...]', 'see flags verify --help')
    .helpOption(false)
    .action(async (args: string[]) => {
      result.code = await verify(connect, args, terminal);
    });

  program
    .command('witness')
    .description(
      'cosign the audit log as long as it only grows; exits with 1 when it was rewritten',
    )
    .option('--url <address>', 'address of the service (FLAGS_URL)', environment['FLAGS_URL'])
    .option('--folder <folder>', 'where its key and the last checkpoint are kept', 'witness')
    .option('--name <name>', 'name of a new witness; by default that of this machine')
    .option('--interval <seconds>', 'how often to cosign', seconds, WITNESS_INTERVAL)
    .option('--once', 'cosign once')
    .option('--keep', 'keep cosignatures in the folder only')
    .option('--trust <key id...>', 'trust these keys of the log')
    .action(async (options: Omit<WitnessOptions, 'url'> & { url?: string }) => {
      // Other commands are quicker without it.
      const { requireUrl, witness } = await import('./commands/witness.js');
      const url = requireUrl(options.url);
      result.code = await witness(printer, { ...options, url }, terminal.interrupted);
    });

  program
    .command('code-refs')
    .description('find the names of features in a folder, and report stale ones')
    .argument('[folder]', 'folder', '.')
    .option('-p, --project <id>', 'features of one project')
    .option('--fail-on-stale', 'exit with 1 when stale or archived features are named')
    .option('--send', 'let the service show files and lines with the features of the project')
    .option('--repository <name>', 'with --send; that of the remote "origin" unless given')
    .option('--revision <name>', 'with --send; what is checked out unless given')
    .option('--url-template <url>', 'with --send; https:// and {{revision}}, {{file}}, {{line}}')
    .addOption(output())
    .action(async (folder: string, options: CodeRefsOptions & SendOptions & { send?: boolean }) => {
      if (!options.send) return codeRefs(connect(), printer, folder, options);
      const { sendReferences } = await import('./commands/send-references.js');
      await sendReferences(connect(), printer, folder, options);
    });

  program
    .command('types')
    .description('print the types of all features, for code that uses OpenFeature')
    .addOption(
      new Option('-l, --lang <language>', 'TypeScript, or the manifest of `openfeature generate`')
        .choices(LANGUAGES)
        .default('ts'),
    )
    .option(
      '-e, --environment <name>',
      'environment whose variants count, unless the token is of one (FLAGS_ENVIRONMENT)',
      environment['FLAGS_ENVIRONMENT'] || undefined,
    )
    .action((options: TypesOptions) => types(connect(), printer, options));

  addAsCode(program, { connect, printer, output, result });
  addAccess(program, { connect, printer, output });
  addRemoval(program, { connect, printer, result });

  program
    .command('completion')
    .description('print the completion script of a shell')
    .argument('<shell>', SHELLS.join(', '))
    .action((shell: string) => completion(printer, shell));

  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      for (const word of await completions(program, words, connect)) printer.print(printable(word));
    });
  return program;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > MAX_INTERVAL)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_INTERVAL}.`);
  return value;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > MAX_EVENTS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_EVENTS}.`);
  return value;
}

void start(import.meta.url, main);
