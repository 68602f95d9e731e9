/**
 * A function that works on input of callers and could run forever or exhaust the memory: it runs in
 * a worker thread, which is terminated when it exceeds its limits. It is the default export of a
 * module of its own, which is named `*.task.ts` and imports as little as possible. Input and output
 * are copied, so they hold data alone.
 */
export interface SandboxTask<Input, Output> {
  /**
   * What the task is, for log and errors, such as `webhook template`. Tasks of one name share one
   * thread.
   */
  readonly name: string;
  /** Address of the compiled module: `new URL('./some.task.js', import.meta.url)`. */
  readonly module: URL;
  /** Only for the compiler. */
  readonly types?: (input: Input) => Output;
}

/** What the worker thread is started with. */
export interface WorkerSettings {
  module: string;
}

/** What a worker thread sends: that it can take input, or how the work on the last input ended. */
export type WorkerMessage = { ready: true } | { output: unknown } | { failure: string };
