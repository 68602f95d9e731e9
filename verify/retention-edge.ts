import type { SealContent } from '../src/audit/audit-log/seal/seal.js';

const DAY_MS = 24 * 3_600_000;

/**
 * Up to when events may have been removed by retention, according to what seals say about the
 * retention at their time.
 */
export class RetentionEdge {
  private events = '';
  private tokenUses = '';
  private last?: SealContent;

  /** Takes the retention of a seal into account, at its time. */
  add(seal: SealContent): void {
    this.addAt(seal, new Date(seal.createdAt));
    this.last = seal;
  }

  /** Takes into account that retention may have run since the last seal. */
  finish(now: Date): void {
    if (this.last) this.addAt(this.last, now);
  }

  /** Whether an event of a seal may have been removed. */
  mayLack({ oldestEventAt }: SealContent, isTokenUse: boolean): boolean {
    return oldestEventAt < this.events || (isTokenUse && oldestEventAt < this.tokenUses);
  }

  private addAt({ eventRetentionDays, tokenUseRetentionDays }: SealContent, at: Date): void {
    if (eventRetentionDays > 0) {
      const day = new Date(at.getTime() - eventRetentionDays * DAY_MS);
      const month = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth())).toISOString();
      if (month > this.events) this.events = month;
    }
    if (tokenUseRetentionDays > 0) {
      const moment = new Date(at.getTime() - tokenUseRetentionDays * DAY_MS).toISOString();
      if (moment > this.tokenUses) this.tokenUses = moment;
    }
  }
}
