import { Injectable } from '@nestjs/common';
import type { EnvironmentState } from '../state/environment-state.js';
import type { Asked } from './asked.js';
import { ReadyAnswer } from './ready-answer.js';

/** How much memory answers may take, in bytes, and how many there may be: queries are up to callers. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST = 2_000;

interface Kept {
  /** The state that it is known to be the answer for. */
  version: number;
  answer: ReadyAnswer;
}

/** Answers that are ready to be sent, those first forgotten that were not asked for the longest. */
@Injectable()
export class ReadyAnswers {
  private readonly kept = new Map<string, Kept>();

  /** The answer to a query. What has not changed for this query stays ready, whatever else has changed. */
  of(asked: Asked, state: EnvironmentState): ReadyAnswer {
    const key = JSON.stringify(asked);
    const kept = this.kept.get(key);
    const isFresh = kept?.version === state.version;
    const answer = isFresh ? kept.answer : renewed(kept?.answer, ReadyAnswer.of(asked, state));
    this.kept.delete(key);
    this.kept.set(key, { version: state.version, answer });
    if (!isFresh) this.makeRoom();
    return answer;
  }

  private makeRoom(): void {
    let bytes = 0;
    for (const { answer } of this.kept.values()) bytes += answer.size;
    for (const [key, { answer }] of this.kept) {
      if (bytes <= MOST_BYTES && this.kept.size <= MOST) return;
      this.kept.delete(key);
      bytes -= answer.size;
    }
  }
}

/** The same as before, if it is: what it takes has been made already. */
function renewed(before: ReadyAnswer | undefined, now: ReadyAnswer): ReadyAnswer {
  return before?.etag === now.etag ? before : now;
}
