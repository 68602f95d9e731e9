import type { Kind, Rows } from './rows.js';

/** Why a move cannot begin or go on, as a text for the operator that says what to do. */
export class MoveInError extends Error {
  override readonly name = 'MoveInError';
}

/** A client token of the source. The secret is only used to ask both services, and not printed. */
export interface ClientToken {
  environment: string;
  /** Whether it reads all projects. */
  isForAll: boolean;
  secret: string;
}

/** The service that is moved from. */
export interface MoveSource {
  /** The id of the instance. */
  readonly id: string;
  /** What it is, for people, such as its version. */
  readonly description: string;
  /** What it contains but cannot be read, with what to do about it. */
  readonly unreadable: readonly string[];
  /** The number of rows; undefined when it is not known before they are read. */
  count(kind: Kind, afterEvent: number): Promise<number | undefined>;
  /**
   * The rows of a kind, in pages that fit into memory. Events come in the order of their ids.
   * @param afterEvent Id of the last event that is not wanted any more.
   */
  pages<K extends Kind>(kind: K, afterEvent: number): AsyncIterable<readonly Rows[K][]>;
  /** Client tokens to compare with: for each environment one of all projects, or several. */
  clientTokens(): Promise<readonly ClientToken[]>;
}
