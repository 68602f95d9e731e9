import { Injectable } from '@nestjs/common';
import type { Tx } from './tx.js';

/** Checks what a transaction has written about some subjects, and throws what refuses it. */
export type WriteCheck = (subjects: readonly string[], tx: Tx) => Promise<void>;

/**
 * Checks before a unit ends of which the database says that they are needed, by a notice with a
 * code of its own: what follows from rows, however they were written, and costs nothing otherwise.
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
