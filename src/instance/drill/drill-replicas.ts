import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { LOG_POSITION } from '../../platform/database/database.sql.js';
import { type Replica, ReplicaBehindError } from '../../platform/database/replica.js';
import { type BrokenPart, type Drill, publicReasonOf, READ_BACK_MS } from './drill.js';
import { ROUND } from './drill.sql.js';

/** Pause before a replica that failed is asked again. */
const PAUSE_MS = 250;

/** Reads switches back from the replicas of this instance. */
@Injectable()
export class DrillReplicas {
  constructor(private readonly database: Database) {}

  /** What is wrong with the replicas. Never rejects. */
  async check(drill: Drill): Promise<BrokenPart[]> {
    const found = this.database.replicas.all.map(async (replica): Promise<BrokenPart[]> => {
      const reason = await this.problemOf(replica, drill);
      return reason === undefined ? [] : [{ part: 'replica', where: replica.name, reason }];
    });
    return (await Promise.all(found)).flat();
  }

  private async problemOf(replica: Replica, { round }: Drill): Promise<string | undefined> {
    const until = performance.now() + READ_BACK_MS;
    const left = AbortSignal.timeout(READ_BACK_MS);
    for (;;) {
      let reason: string;
      try {
        const [position] = await this.database.run(LOG_POSITION, [], 'hot');
        const [row] = await replica.read<{ round: number }>({ text: ROUND.text }, position!, left);
        if (row && row.round >= round) return undefined;
        reason = 'It has not replayed the switch.';
      } catch (error) {
        reason = reasonOf(error, replica);
      }
      if (performance.now() + PAUSE_MS > until) return reason;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}

function reasonOf(error: unknown, { behind }: Replica): string {
  if (error instanceof ReplicaBehindError || behind)
    return `It is ${behind} bytes of the log behind.`;
  return publicReasonOf(error);
}
