import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import type { SandboxTask } from './sandbox-task.js';
import { WorkerQueue } from './worker-queue.js';

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
