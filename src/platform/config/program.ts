import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a program prints, such as a stream of the process. */
export interface Output {
  write(text: string): unknown;
  /** Whether people read it as it is written. */
  readonly isTTY?: boolean;
}

/** All that a program uses of its process, so that tests and other programs can run it too. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** For results. */
  readonly out: Output;
  /** For messages and progress, so that results can be piped. */
  readonly err: Output;
  /** Ends a program that runs until it is interrupted; without it, only a signal does. */
  readonly interrupted?: AbortSignal;
}

/**
 * A program of the command line.
 * @returns Its exit code: 0 when it succeeded, and 1 when what it found is wrong or refused.
 * @throws Error when it cannot do its work; see {@link run}.
 */
export type Program = (args: readonly string[], terminal: Terminal) => Promise<number>;

/** Prints a line of a result. */
export const printTo =
  ({ out }: Terminal) =>
  (line: string): void =>
    void out.write(`${line}\n`);

/** Runs a program. @returns Its exit code: 2, with the reason printed, when it could not work. */
export async function run(
  program: Program,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    return await program(args, terminal);
  } catch (error) {
    terminal.err.write(`${(error as Error).message}\n`);
    return 2;
  }
}

/**
 * Runs a program if Node was started with its file, and not if another file imports it.
 * @param file The `import.meta.url` of the program.
 */
export async function start(file: string, program: Program): Promise<void> {
  const [, started = '', ...args] = process.argv;
  if (!isStartedBy(file, started)) return;
  const { env: environment, stdout: out, stderr: err } = process;
  // The reader of the output, such as `head`, may stop reading.
  for (const stream of [out, err])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  process.exitCode = await run(program, args, { environment, out, err });
}

/** Node can be started with a link to the file, as npm makes them, and without its extension. */
function isStartedBy(file: string, started: string): boolean {
  try {
    return createRequire(file).resolve(path.resolve(started)) === fileURLToPath(file);
  } catch {
    return false;
  }
}
