import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Database } from '../database/database.js';
import { RequestTransaction } from '../database/request-transaction.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { tagOf } from '../http/object-version.js';
import { PreconditionFailedError } from '../http/precondition-failed.js';
import { beforeReply, type ReplyHook, takeReplyHook } from '../http/reply-hook.js';
import { ANY } from '../http/tagged.js';
import type { Kind } from '../http/versioned-operations.js';
import type { VersionTag } from './entity-tags.js';
import { VERSIONINGS } from './precondition.sql.js';

type Keys = readonly (string | null)[];

/** A write that is only carried out on certain versions of its object. */
export interface Conditional {
  /** The kinds of objects whose versions count, the object of the operation first. */
  readonly kinds: readonly [Kind, ...Kind[]];
  readonly keyOf: (kind: Kind) => Keys;
  readonly tags: typeof ANY | readonly VersionTag[];
  /** URL that reads the current state. */
  readonly readAt: string | undefined;
}

/** Locking an object of one of these kinds also locks what belongs to it of the later kinds. */
const WIDEST_FIRST: readonly Kind[] = ['feature', 'feature-environment', 'feature-strategy'];

/**
 * Compares versions of objects. The comparison and the write are one transaction, in which the
 * object is locked first, so that of several writers with the same tag one wins.
 */
@Injectable()
export class Preconditions {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The version of an object; undefined when there is none. */
  async versionOf(kind: Kind, keys: Keys): Promise<string | undefined> {
    const [row] = await this.database.run(VERSIONINGS[kind].read, [keys]);
    return row?.version;
  }

  /**
   * Begins the transaction of the request unless it has begun, and ends it before its response is
   * sent. An operation without an object goes on, since it responds that there is none.
   * @throws PreconditionFailedError
   */
  async require(conditional: Conditional, response: Response): Promise<void> {
    const transaction = RequestTransaction.ofRequest!;
    if (!RequestTransaction.current)
      // Not a hot connection, because it may wait for other writers of the object.
      await this.unitOfWork.beginRequest(transaction, 'general');
    const kinds = kindsToCheck(conditional);
    for (const lock of VERSIONINGS[widestOf(kinds)].locks)
      await this.database.run(lock, [conditional.keyOf(widestOf(kinds))]);
    const [first] = conditional.kinds;
    const exists = (await this.versionOf(first, conditional.keyOf(first))) !== undefined;
    if (exists && !(await this.matches(conditional, kinds))) throw failed(conditional);
    const commit = takeReplyHook(response) ?? commitOf(transaction);
    beforeReply(response, async (body, status) => {
      // It was created after the check, so it cannot be what the caller has seen.
      if (!exists) throw failed(conditional);
      const version = await this.versionOf(first, conditional.keyOf(first));
      if (version !== undefined) response.setHeader('ETag', `"${tagOf(first, version)}"`);
      const other = await commit(body, status);
      if (other) response.removeHeader('ETag'); // The change has been undone.
      return other;
    });
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

/** Commits, and leaves the response as it is. */
function commitOf(transaction: RequestTransaction): ReplyHook {
  return async () => {
    await transaction.commit();
    return undefined;
  };
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
