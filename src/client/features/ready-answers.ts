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
    if (kept?.version === state.version) return kept.answer;
    const fresh = ReadyAnswer.of(asked, state);
    const answer = kept?.answer.etag === fresh.etag ? kept.answer : fresh;
    this.kept.delete(key);
    this.kept.set(key, { version: state.version, answer });
    this.makeRoom();
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
