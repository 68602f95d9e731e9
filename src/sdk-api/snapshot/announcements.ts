import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Channel } from '../../database/channel.js';

const CHANNEL = 'client_features';
/** Many changes of a moment are one announcement. */
const GAP_MS = 20;

/** What this instance hears of the others. */
export interface AnnouncementListener {
  /** Another instance has changed something. */
  changed(): void;
  /** Announcements may have been missed until now. */
  connected(): void;
}

/**
 * Tells other instances that something has been committed which SDKs are told, and hears it from
 * them. After the commit, on a connection of its own, and one at a time: an announcement within a
 * transaction would make all commits wait for one another. What has changed is for everybody to
 * read.
 */
@Injectable()
export class Announcements {
  /** By which an instance knows its own announcements. */
  private readonly self = randomUUID();
  private channel?: Channel;
  private isDue = false;
  private isTelling = false;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Begins to hear and to tell, or to try to. Never rejects. */
  open(listener: AnnouncementListener): Promise<void> {
    const { url, ssl } = this.config.database;
    const heard = (from: string): void => {
      if (from !== this.self) listener.changed();
    };
    this.channel = new Channel({ url: url!, ssl }, CHANNEL, {
      heard,
      connected: () => {
        listener.connected();
        void this.tell();
      },
    });
    return this.channel.open();
  }

  async close(): Promise<void> {
    await this.channel?.close();
  }

  /**
   * Tells it soon. Where it cannot be told, it is as soon as there is a connection again; meanwhile
   * others find out by themselves.
   */
  announce(): void {
    this.isDue = true;
    void this.tell();
  }

  private async tell(): Promise<void> {
    if (this.isTelling || !this.channel) return;
    this.isTelling = true;
    try {
      while (this.isDue) {
        this.isDue = false;
        await this.channel.tell(this.self);
        await sleep(GAP_MS, undefined, { ref: false });
      }
    } catch {
      this.isDue = true;
    } finally {
      this.isTelling = false;
    }
  }
}
