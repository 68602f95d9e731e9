import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundJob, type JobSettings } from './background-job.js';

/** All background jobs of the process: they start and stop together with the application. */
@Injectable()
export class BackgroundJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs = new Map<string, BackgroundJob>();
  private isStarted = false;
  private onRound?: (job: string, seconds: number) => void;

  get all(): Iterable<BackgroundJob> {
    return this.jobs.values();
  }

  /** Calls `listener` after each round of each job; there is one listener. */
  listen(listener: (job: string, seconds: number) => void): void {
    this.onRound = listener;
  }

  /**
   * Adds a job, which starts with the application.
   * @throws Error when its name is taken.
   */
  add(settings: JobSettings): BackgroundJob {
    if (this.jobs.has(settings.name))
      throw new Error(`There are two background jobs with the name "${settings.name}".`);
    const { name } = settings;
    const job = new BackgroundJob(settings, (seconds) => this.onRound?.(name, seconds));
    this.jobs.set(name, job);
    if (this.isStarted) job.start();
    return job;
  }

  onApplicationBootstrap(): void {
    this.isStarted = true;
    for (const job of this.jobs.values()) job.start();
  }

  /**
   * This module is global, so its hook runs after those of the domains. The last runs therefore
   * save the data that domains record when they stop.
   */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.jobs.values()].map((job) => job.stop()));
  }
}
