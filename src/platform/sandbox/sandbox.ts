import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import {
  SandboxBusyError,
  SandboxFailureError,
  type SandboxTask,
  SandboxTimeoutError,
  type WorkerMessage,
  type WorkerSettings,
} from './sandbox-task.js';

const PROGRAM = new URL('./sandbox.worker.js', import.meta.url);
/** Time limit for loading the task. */
const START_MS = 30_000;
/** Idle threads are stopped after this time to free their memory. */
const IDLE_MS = 60_000;
const STACK_MB = 4;
/** Templates, patterns and XML of the size that is accepted need a fraction of it. */
const MEMORY_MB = 64;

/** Limits of an input, and of the queue. */
interface WorkerLimits {
  milliseconds: number;
  waiting: number;
}

interface Job {
  input: unknown;
  resolve: (output: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * One worker thread with its queue. The thread starts with the first input, processes one at a
 * time, is terminated when an input exceeds a limit, and restarts for the next one.
 */
class WorkerQueue {
  private readonly waiting: Job[] = [];
  private worker?: Worker;
  private isReady = false;
  private current?: Job;
  private timer?: NodeJS.Timeout;
  private isClosed = false;

  constructor(
    private readonly name: string,
    private readonly module: URL,
    private readonly limits: WorkerLimits,
  ) {}

  /** Number of waiting inputs. */
  get length(): number {
    return this.waiting.length;
  }

  /**
   * @throws SandboxBusyError when the queue is full.
   * @throws SandboxTimeoutError when it takes too long.
   * @throws SandboxFailureError when it fails.
   */
  run(input: unknown): Promise<unknown> {
    if (this.isClosed || this.waiting.length >= this.limits.waiting)
      return Promise.reject(new SandboxBusyError());
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      this.next();
    });
  }

  /** Stops the thread. Running and waiting inputs fail as if the queue were full. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const job of this.waiting.splice(0)) job.reject(new SandboxBusyError());
    await this.stop(new SandboxBusyError());
  }

  private next(): void {
    if (this.current || this.waiting.length === 0) return;
    if (!this.worker) return this.start();
    if (!this.isReady) return;
    this.current = this.waiting.shift()!;
    this.worker.ref();
    this.limitTo(
      this.limits.milliseconds,
      () => new SandboxTimeoutError(this.name, this.limits.milliseconds),
    );
    try {
      this.worker.postMessage(this.current.input);
    } catch (error) {
      this.finish((job) => job.reject(error as Error));
    }
  }

  private start(): void {
    const worker = new Worker(PROGRAM, {
      name: this.name,
      workerData: { module: this.module.href } satisfies WorkerSettings,
      // Passes no environment variables, because they contain secrets.
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: MEMORY_MB,
        maxYoungGenerationSizeMb: 16,
        stackSizeMb: STACK_MB,
      },
    });
    this.worker = worker;
    worker.on(
      'message',
      (message: WorkerMessage) => this.worker === worker && this.receive(message),
    );
    worker.on(
      'error',
      (error: Error & { code?: string }) => this.worker === worker && this.fail(error),
    );
    worker.on('exit', () => this.worker === worker && this.fail(new Error('the thread ended')));
    this.limitTo(START_MS, () => new SandboxTimeoutError(`start of the ${this.name}`, START_MS));
  }

  private receive(message: WorkerMessage): void {
    if ('ready' in message) {
      this.isReady = true;
      this.rest();
    } else if ('output' in message) this.finish((job) => job.resolve(message.output));
    else this.finish((job) => job.reject(new SandboxFailureError(this.name, message.failure)));
  }

  private finish(settle: (job: Job) => void): void {
    const job = this.current;
    this.current = undefined;
    if (job) settle(job);
    this.rest();
  }

  /** Continues with the next input, or waits for one. */
  private rest(): void {
    clearTimeout(this.timer);
    this.worker?.unref();
    this.timer = setTimeout(() => void this.stop(), IDLE_MS).unref();
    this.next();
  }

  private limitTo(milliseconds: number, error: () => Error): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.stop(error()), milliseconds).unref();
  }

  private fail(error: Error & { code?: string }): void {
    const reason =
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? `it needs more than ${MEMORY_MB} MB of memory`
        : error.message;
    void this.stop(new SandboxFailureError(this.name, reason));
  }

  /**
   * Terminates the thread. Its current input fails, or the first one if the thread could not start.
   */
  private async stop(error?: Error): Promise<void> {
    clearTimeout(this.timer);
    const { worker } = this;
    const job = this.current ?? (error && !this.isReady ? this.waiting.shift() : undefined);
    this.worker = undefined;
    this.isReady = false;
    this.current = undefined;
    if (error) job?.reject(error);
    await worker?.terminate();
    this.next();
  }
}

/**
 * Runs tasks on user input, such as templates, patterns and XML, in worker threads with limits of
 * time and memory, so that they cannot block the event loop. Each kind of task has its own thread.
 */
@Injectable()
export class Sandbox implements OnApplicationShutdown {
  private readonly queues = new Map<string, WorkerQueue>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Runs a task.
   * @throws SandboxTimeoutError when it takes too long.
   * @throws SandboxFailureError when it needs too much memory or throws.
   * @throws SandboxBusyError when too many inputs wait.
   */
  async run<Input, Output>(
    { name, module }: SandboxTask<Input, Output>,
    input: Input,
  ): Promise<Output> {
    let queue = this.queues.get(name);
    if (!queue) this.queues.set(name, (queue = new WorkerQueue(name, module, this.config.workers)));
    return (await queue.run(input)) as Output;
  }

  /** Numbers of waiting inputs by task; only of tasks that were run. */
  get waiting(): ReadonlyMap<string, number> {
    return new Map([...this.queues].map(([name, { length }]) => [name, length]));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }
}
