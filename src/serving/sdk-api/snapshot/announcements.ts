import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Channel } from '../../../platform/database/channel.js';

const CHANNEL = 'client_features';
/** Start of a message that somebody waits until SDKs have a change of the named environment. */
const WATCHED = 'watched:';
/** Interval within which changes are combined into one announcement. */
const GAP_MS = 20;

/** Handlers for announcements of other instances. */
interface AnnouncementListener {
  /** Called when another instance has changed something. */
  changed(): void;
  /** Called after reconnecting: announcements may have been missed. */
  connected(): void;
}

/**
 * Announces committed changes to other instances, and receives theirs. Announcements are sent after
 * the commit, over a separate connection and one at a time: NOTIFY within a transaction would
 * serialise commits. They contain no details; receivers read the changes from the database.
 */
@Injectable()
export class Announcements {
  /** Identifies this instance's own announcements. */
  private readonly self = randomUUID();
  private channel?: Channel;
  private isDue = false;
  private isSending = false;
  /** When the last announcement of another instance arrived, by the clock of `performance`. */
  heardAt = -Infinity;
  private readonly watchers: ((environment: string) => void)[] = [];

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Connects in the background. Never rejects. */
  open(listener: AnnouncementListener): Promise<void> {
    const { directUrl, ssl } = this.config.database;
    const onMessage = (message: string): void => {
      if (message.startsWith(WATCHED)) this.notifyWatchers(message.slice(WATCHED.length));
      else if (message !== this.self) {
        this.heardAt = performance.now();
        listener.changed();
      }
    };
    this.channel = new Channel({ url: directUrl!, ssl }, CHANNEL, {
      onMessage,
      connected: () => {
        listener.connected();
        void this.send();
      },
    });
    return this.channel.open();
  }

  async close(): Promise<void> {
    await this.channel?.close();
  }

  /**
   * Schedules an announcement. Without a connection it is sent after reconnecting; meanwhile others
   * poll.
   */
  announce(): void {
    this.isDue = true;
    void this.send();
  }

  /** Calls `watcher` when somebody waits, at any instance, until SDKs there have a change. */
  whenWatched(watcher: (environment: string) => void): void {
    this.watchers.push(watcher);
  }

  /**
   * Asks all instances to report soon what SDKs have in an environment. Instances that cannot be
   * asked report at their usual interval.
   */
  watch(environment: string): void {
    this.notifyWatchers(environment);
    this.channel?.notify(WATCHED + environment).catch(() => undefined);
  }

  private notifyWatchers(environment: string): void {
    for (const watcher of this.watchers) watcher(environment);
  }

  private async send(): Promise<void> {
    if (this.isSending || !this.channel) return;
    this.isSending = true;
    try {
      while (this.isDue) {
        this.isDue = false;
        await this.channel.notify(this.self);
        await sleep(GAP_MS, undefined, { ref: false });
      }
    } catch {
      this.isDue = true;
    } finally {
      this.isSending = false;
    }
  }
}
