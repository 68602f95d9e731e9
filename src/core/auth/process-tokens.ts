import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from './caller/caller.js';

/**
 * What the drill calls its environment in the memory of this process (ADR 51). It is a secret, so
 * that nobody else can ask for it.
 */
export const DRILL_ENVIRONMENT = `:${randomUUID()}`;

/**
 * Tokens with which this process calls its own API. They are random, in no table, and unknown to
 * everybody else, also to other instances.
 */
@Injectable()
export class ProcessTokens {
  private readonly callers = new Map<string, Caller>();

  /** All callers with such tokens. */
  get all(): Iterable<Caller> {
    return this.callers.values();
  }

  add(secret: string, caller: Caller): void {
    this.callers.set(secret, caller);
  }

  callerOf(secret: string): Caller | undefined {
    return this.callers.get(secret);
  }
}
