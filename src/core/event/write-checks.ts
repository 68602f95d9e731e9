import { Injectable } from '@nestjs/common';
import type { Tx } from './tx.js';

/** Checks what a transaction has written about some subjects, and throws what refuses it. */
export type WriteCheck = (subjects: readonly string[], tx: Tx) => Promise<void>;

/**
 * Checks of what a unit has written, before it commits. Triggers ask for a check by a notice with
 * the code of the check. So no way of writing can forget it, and others pay nothing for it.
 */
@Injectable()
export class WriteChecks {
  private readonly checks = new Map<string, WriteCheck>();

  /** @param code The SQLSTATE of the notices, whose details are the subjects. */
  add(code: string, check: WriteCheck): void {
    this.checks.set(code, check);
  }

  /** @param noted The details of the notices of the unit, by code. */
  async run(noted: ReadonlyMap<string, ReadonlySet<string>>, tx: Tx): Promise<void> {
    for (const [code, subjects] of noted) await this.checks.get(code)?.([...subjects], tx);
  }
}
