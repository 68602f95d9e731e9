import type { Command } from 'commander';
import type { RemoveOptions } from '../commands/remove.js';
import type { Connection } from '../connection.js';
import type { Printer } from '../output.js';

/** What the commands of the program share. */
interface Shared {
  connect: () => Connection;
  printer: Printer;
  /** Gets the exit code of a command that has one of its own. */
  result: { code: number };
}

/** Adds the command that takes a feature out of code. What it needs is loaded when it is used. */
export function addRemoval(program: Command, { connect, printer, result }: Shared): void {
  program
    .command('remove')
    .description('take a feature out of the code of a folder; exits with 1 when something is left')
    .argument('<feature>')
    .argument('[folder]', 'folder', '.')
    .option('--on', 'the code gets that it is on')
    .option('--off', 'the code gets that it is off')
    .option('-e, --environment <name...>', 'environments that have to certify it')
    .option('--certificate <file...>', 'certificates that were issued before')
    .option('--without-certificate', 'whatever the service says')
    .option('--days <number>', 'for how long everybody must have got the same')
    .option('-p, --project <id>', 'project; found by the name of the feature unless given')
    .option('--call <name...>', 'further functions that answer whether a feature is on')
    .option('--drop-calls', 'drop calls in arguments, too, which could do something')
    .option('--write', 'change the files, instead of printing the differences')
    .action(async (feature: string, folder: string, options: RemoveOptions) => {
      const { remove } = await import('../commands/remove.js');
      result.code = await remove(connect, printer, { ...options, feature, folder });
    });
}
