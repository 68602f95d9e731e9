import { type Command, Option } from 'commander';
import type { Connection } from '../connection.js';
import type { Printer } from '../output.js';
import type { ExportOptions } from './export.js';
import type { ApplyOptions, PlanOptions } from './plan.js';

/** What the commands of the program share. */
interface Shared {
  connect: () => Connection;
  printer: Printer;
  output: () => Option;
  /** Gets the exit code of a command that has one of its own. */
  result: { code: number };
}

/** Adds the commands for flags as code. What they need is loaded when one is used. */
export function addAsCode(program: Command, { connect, printer, output, result }: Shared): void {
  const onFolder = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .argument('[folder]', 'folder of YAML files', '.')
      .option('--owner <label>', 'label of the folder, unless a file has it')
      .option('--adopt', 'take over what exists and belongs to no folder')
      .option('--prune', 'archive or delete what belongs to the folder and is not in it')
      .option('--release', 'let go of what belongs to the folder and is not in it')
      .addOption(output());

  onFolder('plan', 'show what would make the service as the files of a folder describe it')
    .option('--out <file>', 'store the plan, for flags apply --plan')
    .action(async (folder: string, options: PlanOptions & { out?: string }) => {
      const { plan } = await import('./plan.js');
      await plan(connect(), printer, folder, options);
    });

  onFolder('apply', 'make the service as the files of a folder describe it, or change nothing')
    .option('--plan <file>', 'exactly as planned before')
    .option('--force', 'do it although a guard refuses; needs --reason')
    .option('--reason <text>', 'why, for the audit log; with --force')
    .action(async (folder: string, options: ApplyOptions) => {
      const { apply } = await import('./plan.js');
      await apply(connect(), printer, folder, options);
    });

  onFolder(
    'drift',
    'exit with 2 when the service is not as the files of a folder describe it',
  ).action(async (folder: string, options: PlanOptions) => {
    const { drift } = await import('./plan.js');
    result.code = await drift(connect(), printer, folder, options);
  });

  program
    .command('export')
    .description('write what is into a folder of files, a plan of which changes nothing')
    .argument('[folder]', 'folder', '.')
    .requiredOption('--as-code', 'as YAML files for flags plan')
    .option('-p, --project <id>', 'one project with what belongs to it')
    .option('--owner <label>', 'label of the folder')
    .action(async (folder: string, options: ExportOptions) => {
      const { exportAsCode } = await import('./export.js');
      await exportAsCode(connect(), printer, folder, options);
    });
}
