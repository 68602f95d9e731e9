import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { run, type Program } from '../../src/platform/config/program.js';

/** What a program printed, and its exit code; `null` when a signal ended its process. */
export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

/** A program that has been started. */
export interface RunningProgram {
  /** What it has printed so far. */
  readonly outcome: Outcome;
  readonly ended: Promise<Outcome>;
  /** Ends a program that runs until it is interrupted. */
  interrupt(): Promise<Outcome>;
}

/**
 * Starts a program in this process, which takes a hundredth of the time of a process of its own.
 * Tests of what only a process has, such as signals, use {@link startProcess}, and so does one test
 * of each program and exit code.
 */
export function startProgram(
  program: Program,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): RunningProgram {
  const outcome: Outcome = { code: null, out: '', err: '' };
  const interruption = new AbortController();
  const ended = run(program, args, {
    environment: { PATH: process.env['PATH'], ...environment },
    out: { write: (text) => (outcome.out += text) },
    err: { write: (text) => (outcome.err += text) },
    interrupted: interruption.signal,
  }).then((code) => Object.assign(outcome, { code }));
  const interrupt = (): Promise<Outcome> => {
    interruption.abort();
    return ended;
  };
  return { outcome, ended, interrupt };
}

/** Runs a program in this process until it ends. */
export const runProgram = (
  program: Program,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> => startProgram(program, args, environment).ended;

/**
 * Starts a program as users do, in a process of its own.
 * @param file Such as `admin/admin.js`.
 */
export function startProcess(
  file: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): { child: ChildProcess; ended: Promise<Outcome> } {
  const child = spawn(process.execPath, [path.join(process.env['TEST_COMPILED']!, file), ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outcome: Outcome = { code: null, out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (outcome.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (outcome.err += text.toString()));
  const ended = new Promise<Outcome>((resolve) =>
    child.once('close', (code) => resolve(Object.assign(outcome, { code }))),
  );
  return { child, ended };
}

/** Runs a program in a process of its own until it ends. */
export const runProcess = (
  file: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> => startProcess(file, args, environment).ended;
