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
  NameExistsError,
  NotFoundError,
} from '../../platform/errors/general.errors.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { lockFeatures, requireLive } from '../../flags/feature/feature-lock.js';
import { requireTag } from '../emergency-link/emergency-link.service.js';
import { conflictsOf, lockForEmergency } from '../../flags/feature/switch/emergency-place.js';
import { TO_TURN_OFF } from '../../flags/preview/change-guard/change-guard.dto.js';
import { noProject } from '../../core/event/live-project.js';
import type { NewSignalResponse, SignalDto, SignalsResponse } from './signal.dto.js';
import {
  ADD,
  ADD_TAGS,
  ADD_TARGETS,
  COUNT,
  DELETE,
  LIST,
  READ,
  READ_TARGETS,
} from './signal.sql.js';

/** Random bytes of a token: nobody can guess it. */
const SECRET_BYTES = 32;
/** Maximum number of signals of a project. */
const MOST_SIGNALS = 50;

/** Creates, lists and deletes signals. */
@Injectable()
export class SignalService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly authors: AuthorLookup,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The signals of a project.
   * @throws NotFoundError when there is no such project.
   */
  async list(projectId: string): Promise<SignalsResponse> {
    const rows = await this.database.run(LIST, [projectId]);
    if (rows.length === 0) throw noProject(projectId);
    const conflicts = await conflictsOf(
      rows.flatMap(({ places }) => places),
      this.authors,
    );
    const signals = rows.flatMap(({ signal, places }) => {
      // All is turned off or nothing, so one place is enough.
      const conflict = conflicts.splice(0, places.length).find((one) => one !== null) ?? null;
      return signal ? { ...signal, conflict } : [];
    });
    return { signals };
  }

  /**
   * Creates a signal.
   * @returns It with its token, which cannot be read again.
   * @throws BadDataError when it is for nothing.
   * @throws PermissionError when the caller may not turn off in one of the environments.
   * @throws NotFoundError when the project lacks an environment, a feature or a tag.
   * @throws ArchivedFeatureError
   * @throws ApprovalRequiredError when that is required and the caller may not skip it.
   * @throws NameExistsError when there is a signal with the name.
   * @throws ExceedsLimitError when the project has too many.
   */
  async create(
    projectId: string,
    { name, targets = [], tags = [] }: SignalDto,
    caller: Caller,
  ): Promise<NewSignalResponse> {
    if (targets.length + tags.length === 0)
      throw new BadDataError('A signal needs at least one feature or tag to turn off.');
    requireMay(caller, projectId, [...targets, ...tags]);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const id = await this.unitOfWork.run(caller, async (tx) => {
      await lockTargets(projectId, { targets, tags }, caller, tx);
      await requireRoom(projectId, tx);
      const { userId, tokenId } = authorOf(caller);
      const values = [name, projectId, hashOf(secret), userId, tokenId] as const;
      const [added] = await tx.query(ADD, [...values]);
      if (!added) throw new NameExistsError(`There is a signal "${name}" already.`);
      const bound = await addTargets(added.id, { targets, tags }, tx);
      const data = { signalId: added.id, name, ...bound };
      await tx.record({ type: 'signal-created', project: projectId, data });
      return added.id;
    });
    const [row] = await this.database.run(READ, [id]);
    return { ...row!.signal, token: secret, url: `${this.config.publicUrl}/api/signals/${name}` };
  }

  /**
   * Deletes a signal, which then turns nothing off.
   * @throws NotFoundError when the project has no such signal.
   * @throws PermissionError when the caller may not turn off what it does.
   */
  async delete(projectId: string, id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const [signal] = await tx.query(READ_TARGETS, [projectId, id]);
      if (!signal)
        throw new NotFoundError(`There is no signal ${id} in the project "${projectId}".`);
      requireMay(caller, projectId, [...signal.targets, ...(signal.tags ?? [])]);
      const [deleted] = await tx.query(DELETE, [id]);
      if (!deleted) return;
      const preData = { signalId: id, ...signal };
      await tx.record({ type: 'signal-deleted', project: projectId, preData });
    });
  }
}

/** What a signal is bound to. */
type Bound = Required<Pick<SignalDto, 'targets' | 'tags'>>;

/** Locks the project, so that its signals can be counted, and what the signal turns off. */
async function lockTargets(
  projectId: string,
  { targets, tags }: Bound,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  await tx.lock({ projects: { noKeyUpdate: [projectId] } });
  for (const environment of environmentsOf([...targets, ...tags]))
    await lockForEmergency({ projectId, environment }, caller, tx);
  for (const tag of tags) await requireTag(projectId, tag, tx);
  const names = [...new Set(targets.map(({ feature }) => feature))];
  await requireLive(tx, projectId, names, await lockFeatures(tx, projectId, names, 'share'));
}

function environmentsOf(bound: readonly { environment: string }[]): string[] {
  return [...new Set(bound.map(({ environment }) => environment))].sort();
}

async function addTargets(id: number, { targets, tags }: Bound, tx: Tx) {
  const features = targets.map(({ feature }) => feature);
  const environments = targets.map(({ environment }) => environment);
  const [types, values] = [tags.map(({ type }) => type), tags.map(({ value }) => value)];
  const ofTags = tags.map(({ environment }) => environment);
  return {
    targets: await tx.query(ADD_TARGETS, [id, features, environments]),
    tags: await tx.query(ADD_TAGS, [id, types, values, ofTags]),
  };
}

/** @throws ExceedsLimitError */
async function requireRoom(projectId: string, tx: Tx): Promise<void> {
  const [found] = await tx.query(COUNT, [projectId]);
  if (found!.count >= MOST_SIGNALS)
    throw new ExceedsLimitError(
      `A project can have at most ${MOST_SIGNALS} signals. Delete one first.`,
    );
}

/** @throws PermissionError */
function requireMay(
  caller: Caller,
  project: string,
  bound: readonly { environment: string }[],
): void {
  for (const environment of environmentsOf(bound)) {
    const place = placeFor(caller, { project, environment });
    if (!TO_TURN_OFF.some((one) => caller.may(one, place)))
      throw new PermissionError([...TO_TURN_OFF]);
  }
}
