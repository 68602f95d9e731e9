import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Database } from '../../platform/database/database.js';
import { callOf } from '../../platform/database/statement.js';
import { tagOf } from '../../platform/http/object-version.js';
import { PreconditionFailedError } from '../../platform/http/precondition-failed.js';
import { ANY } from '../../platform/http/tagged.js';
import type { Kind } from '../../platform/http/versioned-operations.js';
import type { Conditional, Keys } from './conditional.js';
import { VERSIONINGS } from './precondition.sql.js';

/** A write whose precondition holds. */
export interface Checked {
  readonly conditional: Conditional;
  /** Whether there is such an object. */
  readonly exists: boolean;
}

/** Locking an object of one of these kinds also locks what belongs to it of the later kinds. */
const WIDEST_FIRST: readonly Kind[] = ['feature', 'feature-environment', 'feature-strategy'];

/**
 * Compares versions of objects. The comparison and the write are one transaction, in which the
 * object is locked first, so that of several writers with the same tag one wins.
 */
@Injectable()
export class Preconditions {
  constructor(private readonly database: Database) {}

  /** The version of an object; undefined when there is none. */
  async versionOf(kind: Kind, keys: Keys): Promise<string | undefined> {
    const [row] = await this.database.run(VERSIONINGS[kind].read, [keys]);
    return row?.version;
  }

  /**
   * Locks the object and compares its version, within the transaction of the request. An operation
   * without an object goes on, since it responds that there is none.
   * @throws PreconditionFailedError
   */
  async require(conditional: Conditional): Promise<Checked> {
    const kinds = kindsToCheck(conditional);
    const widest = widestOf(kinds);
    const [first] = conditional.kinds;
    const answers = await this.database.runEach([
      ...VERSIONINGS[widest].locks.map((lock) => callOf(lock, [conditional.keyOf(widest)])),
      callOf(VERSIONINGS[first].read, [conditional.keyOf(first)]),
    ]);
    const exists = answers.at(-1)!.length > 0;
    if (exists && !(await this.matches(conditional, kinds))) throw failed(conditional);
    return { conditional, exists };
  }

  /**
   * Sets the tag of the new version, after the change and within its transaction.
   * @throws PreconditionFailedError when the object was created after the check, so that it cannot
   * be what the caller has seen.
   */
  async noteChanged({ conditional, exists }: Checked, response: Response): Promise<void> {
    if (!exists) throw failed(conditional);
    const [first] = conditional.kinds;
    const version = await this.versionOf(first, conditional.keyOf(first));
    if (version !== undefined) response.setHeader('ETag', `"${tagOf(first, version)}"`);
  }

  private async matches({ tags, keyOf }: Conditional, kinds: readonly Kind[]): Promise<boolean> {
    if (tags === ANY) return true;
    for (const kind of kinds) {
      const expected = tags.filter((tag) => tag.kind === kind);
      if (expected.length === 0) continue;
      const version = await this.versionOf(kind, keyOf(kind));
      if (expected.some((tag) => tag.version === version)) return true;
    }
    return false;
  }
}

/** The kinds that the tags name, or that of the object itself. */
function kindsToCheck({ kinds, tags }: Conditional): readonly Kind[] {
  const named = tags === ANY ? [] : kinds.filter((kind) => tags.some((tag) => tag.kind === kind));
  return named.length > 0 ? named : kinds.slice(0, 1);
}

function widestOf(kinds: readonly Kind[]): Kind {
  return WIDEST_FIRST.find((kind) => kinds.includes(kind)) ?? kinds[0]!;
}

function failed({ tags, readAt }: Conditional): PreconditionFailedError {
  return new PreconditionFailedError(
    tags === ANY
      ? 'There is no such object. Nothing was changed.'
      : 'The object has another version than If-Match requires. Nothing was changed; read it ' +
          'again, and repeat the change if it is still right.',
    readAt,
  );
}
