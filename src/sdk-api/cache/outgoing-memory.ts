import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';

/** Somebody who is being sent something, and can be cut off. */
export interface Receiver {
  cutOff(): void;
}

/**
 * What is on its way to clients that have not read it yet, within one limit for all. A body that is
 * on its way to many counts once. When the limit is exceeded, those are cut off that have been
 * reading the longest: clients that read take no time.
 */
@Injectable()
export class OutgoingMemory {
  private readonly most: number;
  private readonly receivers = new Map<Receiver, Buffer>();
  private readonly uses = new Map<Buffer, number>();
  private total = 0;
  /** How many were cut off. */
  cut = 0;

  constructor(@Inject(CONFIG) { clientFeatures }: Pick<Config, 'clientFeatures'>) {
    this.most = clientFeatures.outgoingBytes;
  }

  /** How many bytes are on their way. */
  get bytes(): number {
    return this.total;
  }

  /** Notes that a body is on its way to a receiver; one at a time. */
  begin(receiver: Receiver, body: Buffer): void {
    this.end(receiver);
    this.receivers.set(receiver, body);
    if (!this.uses.has(body)) this.total += body.length;
    this.uses.set(body, (this.uses.get(body) ?? 0) + 1);
    for (const [slowest, its] of this.receivers) {
      if (this.total <= this.most) return;
      // The newest is let through, however large; what it shares with others costs nothing.
      if (its === body) continue;
      this.end(slowest);
      this.cut++;
      slowest.cutOff();
    }
  }

  /** Notes that all of it has been read, or nobody reads it any more. */
  end(receiver: Receiver): void {
    const body = this.receivers.get(receiver);
    if (!body) return;
    this.receivers.delete(receiver);
    const left = this.uses.get(body)! - 1;
    if (left > 0) return void this.uses.set(body, left);
    this.uses.delete(body);
    this.total -= body.length;
  }
}
