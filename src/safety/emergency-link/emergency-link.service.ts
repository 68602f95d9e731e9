import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AuthorLookup, authorOf } from '../../core/auth/author-lookup.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { hashOf } from '../../core/auth/caller/secret-hash.js';
import { placeFor } from '../../core/auth/current-caller.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Database } from '../../platform/database/database.js';
import {
  BadDataError,
  ExceedsLimitError,
  NotFoundError,
} from '../../platform/errors/general.errors.js';
import type { Tx } from '../../core/event/tx.js';
import type { TagDto } from '../../flags/tag/tag.dto.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { lockFeature } from '../../flags/feature/feature-lock.js';
import { MoveLimits } from '../../flags/feature/move/feature-move.service.js';
import { conflictsOf, lockForEmergency } from '../../flags/feature/switch/emergency-place.js';
import { TO_TURN_OFF } from '../../flags/preview/change-guard/change-guard.dto.js';
import { noProject } from '../../core/event/live-project.js';
import type { ProjectEnvironmentParams } from '../../flags/project/project.dto.js';
import type {
  EmergencyLinkDto,
  EmergencyLinksResponse,
  NewEmergencyLinkResponse,
} from './emergency-link.dto.js';
import { noLink } from './emergency-link.errors.js';
import {
  ADD,
  COUNT,
  DELETE_ENDED,
  HAS_TAG,
  type LinkValues,
  LIST,
  READ,
  READ_PLACE,
  REVOKE,
} from './emergency-link.sql.js';

/** Random bytes of a secret: nobody can guess or forge it. */
const SECRET_BYTES = 32;
/** Maximum number of links of a project; ended ones make room for new ones. */
export const MOST_LINKS = 100;
/** How many days after its creation a link expires at the latest. */
const MOST_DAYS = 366;

/** Creates, lists and revokes emergency links. */
@Injectable()
export class EmergencyLinkService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly authors: AuthorLookup,
    @Inject(CONFIG) private readonly config: Config,
    moves: MoveLimits,
  ) {
    moves.add({ requireRoom });
  }

  /**
   * The links of a project, the newest first.
   * @throws NotFoundError when there is no such project.
   */
  async list(projectId: string): Promise<EmergencyLinksResponse> {
    const rows = await this.database.run(LIST, [projectId]);
    if (rows.length === 0) throw noProject(projectId);
    const works = rows.filter(({ link }) => link?.state === 'usable' && link.conflict === null);
    const conflicts = await conflictsOf(works, this.authors);
    works.forEach(({ link }, at) => (link!.conflict = conflicts[at]!));
    return { links: rows.flatMap(({ link }) => link ?? []) };
  }

  /**
   * Creates a link.
   * @returns The link with its address, which cannot be read again.
   * @throws BadDataError when it is for both or neither of feature and tag, or its expiry is not
   * within bounds.
   * @throws PermissionError when the caller may not turn off there.
   * @throws NotFoundError when the project lacks the feature, the environment or the tag.
   * @throws ApprovalRequiredError when that is required and the caller may not skip it.
   * @throws ExceedsLimitError when the project has too many usable links.
   */
  async create(
    projectId: string,
    dto: EmergencyLinkDto,
    caller: Caller,
  ): Promise<NewEmergencyLinkResponse> {
    if ((dto.feature === undefined) === (dto.tag === undefined))
      throw new BadDataError('Name either a feature or a tag.');
    requireMay(caller, { projectId, environment: dto.environment });
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const id = await this.unitOfWork.run(caller, async (tx) => {
      await requirePlace({ projectId, environment: dto.environment }, dto, caller, tx);
      await tx.query(DELETE_ENDED, [projectId, MOST_LINKS]);
      await requireRoom(null, projectId, tx, 1);
      const [added] = await tx.query(ADD, valuesOf(projectId, dto, secret, caller));
      if (!added)
        throw new BadDataError(
          `expiresAt must be in the future, and at most ${MOST_DAYS} days away.`,
        );
      const place = placeOf(projectId, dto.environment, dto.feature);
      await tx.record({ type: 'emergency-link-created', ...place, data: added.data });
      return added.id;
    });
    const [row] = await this.database.run(READ, [id]);
    return { ...row!.link, url: `${this.config.publicUrl}/emergency/${secret}` };
  }

  /**
   * Revokes a link. Does nothing when it is revoked.
   * @throws NotFoundError when the project has no such link.
   * @throws PermissionError when the caller may not turn off there.
   */
  async revoke(projectId: string, id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const [link] = await tx.query(READ_PLACE, [projectId, id]);
      if (!link) throw noLink(projectId, id);
      const { feature, environment } = link;
      requireMay(caller, { projectId, environment });
      const [revoked] = await tx.query(REVOKE, [id]);
      if (!revoked) return;
      const place = placeOf(projectId, environment, feature);
      await tx.record({ type: 'emergency-link-revoked', ...place, preData: revoked.data });
    });
  }
}

/**
 * Locks the project, so that its links can be counted, and what the link is for.
 * @throws NotFoundError, ArchivedFeatureError, ApprovalRequiredError
 */
async function requirePlace(
  at: ProjectEnvironmentParams,
  { feature, tag }: EmergencyLinkDto,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  const { projectId: project } = at;
  await tx.lock({ projects: { noKeyUpdate: [project] } });
  await lockForEmergency(at, caller, tx);
  if (feature !== undefined) await lockFeature(tx, { projectId: project, featureName: feature });
  else await requireTag(project, tag!, tx);
}

/** @throws NotFoundError when no live feature of a project has a tag. */
export async function requireTag(project: string, { type, value }: TagDto, tx: Tx): Promise<void> {
  if ((await tx.query(HAS_TAG, [project, type, value])).length === 0)
    throw new NotFoundError(
      `No feature of the project "${project}" has the tag "${type}:${value}".`,
    );
}

/** Where a link acts, as its events tell. */
function placeOf(project: string, environment: string, feature: string | null | undefined) {
  return { project, environment, ...(feature ? { featureName: feature } : {}) };
}

function valuesOf(
  projectId: string,
  { feature, tag, environment, reason, singleUse = false, expiresAt }: EmergencyLinkDto,
  secret: string,
  caller: Caller,
): LinkValues {
  const { userId, tokenId } = authorOf(caller);
  return [
    hashOf(secret),
    feature ?? null,
    tag ? projectId : null,
    tag?.type ?? null,
    tag?.value ?? null,
    environment,
    reason || null,
    singleUse,
    new Date(expiresAt).toISOString(),
    MOST_DAYS,
    userId,
    tokenId,
  ];
}

/** @throws PermissionError */
function requireMay(caller: Caller, { projectId: project, environment }: ProjectEnvironmentParams) {
  const place = placeFor(caller, { project, environment });
  if (!TO_TURN_OFF.some((one) => caller.may(one, place)))
    throw new PermissionError([...TO_TURN_OFF]);
}

/**
 * Checks that a project has room for further links and those of a feature that moves there.
 * @throws ExceedsLimitError
 */
async function requireRoom(
  featureName: string | null,
  project: string,
  tx: Tx,
  further = 0,
): Promise<void> {
  const [row] = await tx.query(COUNT, [project, featureName]);
  if (row!.count + further <= MOST_LINKS) return;
  throw new ExceedsLimitError(
    `A project can have at most ${MOST_LINKS} emergency links. Revoke some first.`,
  );
}
