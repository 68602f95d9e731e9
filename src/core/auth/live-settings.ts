import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { BackgroundJob } from '../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import type { Actor } from '../event/actor.js';
import { Commits } from '../event/commits.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { changeSetting, READ } from './setting.js';

/** How often each instance reads the settings: a change is known everywhere within a second. */
const EVERY_MS = 500;

/** The settings that every request or metric may depend on, by name, with their contents. */
interface LiveSettingContents {
  maintenance: { enabled: boolean; reason?: string | null; refuseTurningOff?: boolean };
  'unleash.frontend': { frontendApiOrigins: string[] };
  /** The last backup that the administration made, when it was complete (RFC 3339). */
  backup: { completedAt: string };
}
type Name = keyof LiveSettingContents;
const NAMES: readonly Name[] = ['maintenance', 'unleash.frontend', 'backup'];

/**
 * Settings that requests and metrics depend on. Each instance keeps a copy in memory and refreshes
 * it twice a second; while PostgreSQL is away the copy stays as it is.
 */
@Injectable()
export class LiveSettings implements OnApplicationBootstrap {
  private current: Partial<LiveSettingContents> = {};
  private readonly job: BackgroundJob;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    commits: Commits,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({
      name: 'live-settings',
      everyMs: EVERY_MS,
      firstMs: 0,
      retryMs: EVERY_MS,
      run: () => this.read(),
    });
    commits.listen((events) => {
      if (events.some(({ type }) => type.startsWith('setting-'))) void this.job.runNow();
    });
  }

  /** Reads the settings before the first request, which maintenance mode may have to refuse. */
  async onApplicationBootstrap(): Promise<void> {
    await this.job.runNow();
  }

  /** The content of a setting in this instance's copy; undefined when it was never set. */
  get<N extends Name>(name: N): LiveSettingContents[N] | undefined {
    return this.current[name];
  }

  /** Registers what is called after any of the settings changed. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Replaces a setting and records it. Nothing is recorded when it is the same as before. */
  async set<N extends Name>(
    name: N,
    content: LiveSettingContents[N],
    actor: Actor,
    idInEvents?: string,
  ): Promise<void> {
    const setting = { name, idInEvents, change: () => content };
    await this.unitOfWork.run(actor, (tx) => changeSetting(setting, tx));
    await this.job.runNow();
  }

  private async read(): Promise<void> {
    const rows = await this.database.run(READ, [NAMES], 'hot');
    const next = Object.fromEntries(
      rows.map(({ name, content }) => [name, content]),
    ) as Partial<LiveSettingContents>;
    if (isDeepStrictEqual(next, this.current)) return;
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}
