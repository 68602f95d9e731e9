import { Injectable } from '@nestjs/common';
import { AuthorLookup } from '../../core/auth/author-lookup.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { hashOf } from '../../core/auth/caller/secret-hash.js';
import { TokenMisses } from '../../core/auth/limits/token-misses.js';
import { Database } from '../../platform/database/database.js';
import { ShortStatements } from '../../platform/database/short-statements.js';
import type { RowOf } from '../../platform/database/statement.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import {
  actorBy,
  type EmergencyTrigger,
  lockForEmergency,
  ownerOf,
  refusalFor,
} from '../../flags/feature/switch/emergency-place.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import { connectionsFor, SwitchTurns } from '../../flags/feature/switch/switch-turns.js';
import { turnOffWishOf } from '../../flags/preview/change-guard/change-guard.dto.js';
import { EmergencyLinkEndedError, unknownSecret } from './emergency-link.errors.js';
import type { EmergencyLinkPageResponse } from './emergency-link.dto.js';
import { FIND, type FoundLink, READ_TO_USE, USE } from './emergency-link.sql.js';

/**
 * Shows emergency links to whoever has their secret, and turns off what they are for, in the name
 * of their owner. Both use the turns and connections of switches, so they work when all others are
 * taken.
 */
@Injectable()
export class EmergencyLinkUse {
  constructor(
    private readonly misses: TokenMisses,
    private readonly shortStatements: ShortStatements,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly authors: AuthorLookup,
    private readonly switches: FeatureSwitchService,
    private readonly turns: SwitchTurns,
  ) {}

  /**
   * What a link turns off. Changes nothing.
   * @param address The IP address of the request.
   * @throws errors of {@link turnOff}, except that of an archived feature: a link that would be
   * refused must not look usable.
   */
  show(secret: string, address: string | undefined): Promise<EmergencyLinkPageResponse> {
    return this.inTurn('page', secret, address, async (link, owner) => {
      const at = { projectId: link.project, environment: link.environment };
      await this.unitOfWork.run(owner, (tx) => lockForEmergency(at, owner, tx));
      return pageOf(link, owner);
    });
  }

  /**
   * Turns off what a link is for, like `/off` with `force=true`, and counts the use. Both are done
   * or none.
   * @returns The features as they are afterwards.
   * @throws NotFoundError for an unknown secret, and when the project lacks the environment.
   * @throws TooManyTokenMisses when the address tried too many unknown secrets.
   * @throws EmergencyLinkEndedError when the link was used or revoked, or has expired.
   * @throws ForbiddenError when its owner may not turn off there any more.
   * @throws ArchivedFeatureError when the feature is archived.
   */
  turnOff(secret: string, address: string | undefined): Promise<EmergencyLinkPageResponse> {
    return this.inTurn('use', secret, address, async (link, owner) => {
      const { id, project: projectId, environment, feature } = link;
      const actor = actorBy(triggerOf(link), owner, address, this.authors);
      await this.unitOfWork.run(actor, async (tx) => {
        // Others may have used it since it was read.
        if ((await tx.query(USE, [id])).length === 0) throw await this.ended(id);
      });
      const at = { projectId, environment };
      const wish = turnOffWishOf({ force: true, reason: nameOf(link) }, owner, at);
      if (feature !== null) await this.switches.off({ ...at, featureName: feature }, actor, wish);
      else if (link.features.length > 0)
        await this.switches.allOff(
          at,
          link.features.map(({ name }) => name),
          actor,
          wish,
        );
      return pageOf(await this.read(id), owner);
    });
  }

  /**
   * Does something with a usable link in one transaction, which ends when it fails.
   * @param what Pages have turns of their own: they need not wait for a use that waits for a lock.
   */
  private async inTurn<T>(
    what: 'page' | 'use',
    secret: string,
    address: string | undefined,
    work: (link: FoundLink, owner: Caller) => Promise<T>,
  ): Promise<T> {
    const { id, features } = await this.find(secret, address);
    const row = `${what} of emergency link ${id}`;
    const connections = connectionsFor(features);
    return this.turns.inTurn('switch', row, row, (lockMs) =>
      this.unitOfWork.together(
        async () => {
          const link = await this.read(id);
          if (link.state !== 'usable') throw new EmergencyLinkEndedError(link.state);
          const trigger = triggerOf(link);
          const owner = await ownerOf(trigger, this.authors);
          return work(link, owner).catch((error: unknown) => {
            throw refusalFor(error, trigger, owner);
          });
        },
        { connections, lockMs },
      ),
    );
  }

  /** @throws NotFoundError, TooManyTokenMisses */
  private async find(secret: string, address: string | undefined): Promise<RowOf<typeof FIND>> {
    const hash = hashOf(secret);
    const found = await this.misses.lookFor('emergency-link', [hash], address, async () => {
      const [row] = await this.shortStatements.read(FIND, [hash]);
      return new Map(row ? [[hash.toString('hex'), row]] : []);
    });
    const [link] = found.values();
    if (!link) throw unknownSecret();
    return link;
  }

  /** @throws NotFoundError when it was deleted meanwhile. */
  private async read(id: number): Promise<FoundLink> {
    const [link] = await this.database.run(READ_TO_USE, [id]);
    if (!link) throw unknownSecret();
    return link;
  }

  private async ended(id: number): Promise<Error> {
    const { state } = await this.read(id);
    return new EmergencyLinkEndedError(state === 'usable' ? 'used' : state);
  }
}

/** A link as what turns off in the name of its owner. */
function triggerOf(link: FoundLink): EmergencyTrigger {
  const { id, project, environment, userId, tokenId } = link;
  const token = { type: 'emergency-link', id: String(id), name: nameOf(link) } as const;
  return { kind: 'link', project, environments: [environment], userId, tokenId, token };
}

/** What events say about a link. */
function nameOf({ id, reason }: FoundLink): string {
  return `Emergency link ${id}${reason === null ? '' : `: ${reason}`}`;
}

function pageOf(link: FoundLink, owner: Caller): EmergencyLinkPageResponse {
  const { project, environment, tag, features, reason, expiresAt, singleUse } = link;
  return { project, environment, tag, features, reason, owner: owner.name, expiresAt, singleUse };
}
