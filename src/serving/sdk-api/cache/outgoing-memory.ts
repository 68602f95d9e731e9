import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';

/** A client that is being sent data and can be disconnected. */
export interface Receiver {
  cutOff(): void;
}

/**
 * Bounds the data that is being sent to clients. A body sent to many clients counts once. Beyond
 * the limit, the clients that have been receiving longest are disconnected, since normal clients
 * read quickly.
 */
@Injectable()
export class OutgoingMemory {
  private readonly most: number;
  private readonly receivers = new Map<Receiver, Buffer>();
  private readonly uses = new Map<Buffer, number>();
  private total = 0;
  /** Number of disconnected clients. */
  cut = 0;

  constructor(@Inject(CONFIG) { clientFeatures }: Pick<Config, 'clientFeatures'>) {
    this.most = clientFeatures.outgoingBytes;
  }

  /** Bytes being sent. */
  get bytes(): number {
    return this.total;
  }

  /** Registers a body being sent to a client, one at a time per client. */
  begin(receiver: Receiver, body: Buffer): void {
    this.end(receiver);
    this.receivers.set(receiver, body);
    if (!this.uses.has(body)) this.total += body.length;
    this.uses.set(body, (this.uses.get(body) ?? 0) + 1);
    for (const [slowest, ownBody] of this.receivers) {
      if (this.total <= this.most) return;
      // The newest is kept whatever its size; disconnecting clients of the same body frees nothing.
      if (ownBody === body) continue;
      this.end(slowest);
      this.cut++;
      slowest.cutOff();
    }
  }

  /** Called when the client has received everything or has gone. */
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
