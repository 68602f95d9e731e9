import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { placeFor, requirePermission } from '../../core/auth/current-caller.js';
import { namesFor } from '../../core/auth/permissions/hidden.js';
import type { SegmentPayload } from '../../core/event/instance-events.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { BadDataError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { Permission } from '../../platform/http/permission.js';
import { StrategySegments } from '../feature/strategy/strategy-segments.js';
import { inUse } from '../feature/strategy/strategy-use.js';
import type { SegmentDto, SegmentResponse, StrategySegmentsDto } from './segment.dto.js';
import { Segment } from './segment.entity.js';
import { noSegment } from './segment.read-model.js';
import {
  CLOSED_USERS,
  DELETE_OF_PROJECT,
  LOCK_FEATURES,
  READ_IN_EVENT,
  USERS,
} from './segment.sql.js';
import type { ConstraintDto } from '../feature/strategy/strategy.dto.js';
import { ConstraintRules } from '../feature/strategy/constraint-rules.js';

/** Maximum number of values in all constraints of a segment. */
export const VALUES_PER_SEGMENT = 1000;

/** Validates constraints of segments. Same rules as for strategies, except the number of values. */
@Injectable()
export class SegmentConstraints {
  constructor(private readonly rules: ConstraintRules) {}

  /**
   * The constraints of a segment of a project, or of all, in stored form.
   * @throws BadDataError when they have too many or unsuitable values, or name an unknown context
   * field.
   */
  async checked(
    constraints: readonly ConstraintDto[],
    project: string | null,
    tx: Tx,
  ): Promise<ConstraintDto[]> {
    const values = constraints.reduce((sum, one) => sum + (one.values?.length ?? 0), 0);
    if (values > VALUES_PER_SEGMENT)
      throw new BadDataError(
        `The constraints of a segment can have at most ${VALUES_PER_SEGMENT} values in total, ` +
          `not ${values}.`,
      );
    return this.rules.checked(constraints, project, tx, (message) => new BadDataError(message));
  }
}

/** Deletes the unused segments of a project. */
export async function deleteSegmentsOf(projectId: string, tx: Tx): Promise<void> {
  const rows = await tx.query(DELETE_OF_PROJECT, [projectId]);
  await tx.recordAll(
    rows.map(({ segment }) => ({
      type: 'segment-deleted' as const,
      project: projectId,
      preData: segment,
    })),
  );
}

/** Creates, changes and deletes segments. */
@Injectable()
export class SegmentService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly constraints: SegmentConstraints,
    private readonly strategySegments: StrategySegments,
  ) {}

  /**
   * @throws PermissionError when the permission is missing.
   * @throws NameExistsError when the name is taken.
   * @throws NotFoundError when there is no such project.
   */
  async create(dto: SegmentDto, caller: Caller): Promise<SegmentResponse> {
    requireMay(caller, 'CREATE_SEGMENT', dto.project);
    return this.unitOfWork.run(caller, async (tx) => {
      const { name, description = null, project = null } = dto;
      const constraints = await this.constraints.checked(dto.constraints, project, tx);
      const { identifiers } = await tx
        .repo(Segment)
        .insert({ name, description, project, constraints, createdBy: caller.name });
      const data = await lockSegment(identifiers[0]!['id'] as number, tx);
      await tx.record({ type: 'segment-created', project: data.project, data });
      return data;
    });
  }

  /**
   * Creates a segment that was deleted, with its id.
   * @throws errors of {@link create}.
   */
  async restore({ id, createdBy, createdAt }: SegmentPayload, dto: SegmentDto, caller: Caller) {
    requireMay(caller, 'CREATE_SEGMENT', dto.project);
    await this.unitOfWork.run(caller, async (tx) => {
      const { name, description = null, project = null } = dto;
      const constraints = await this.constraints.checked(dto.constraints, project, tx);
      const given = { id, createdBy, createdAt: new Date(createdAt) };
      await tx.repo(Segment).insert({ ...given, name, description, project, constraints });
      const data = await lockSegment(id, tx);
      await tx.record({ type: 'segment-created', project: data.project, data });
    });
  }

  /**
   * Replaces a segment; omitted description and project stay.
   * @throws NotFoundError when segment or project does not exist.
   * @throws NameExistsError when the name is taken.
   * @throws PermissionError when the permission is missing in the old or new place or, for changed
   * constraints, in a project that uses it and is protected, private or out of reach.
   * @throws BadDataError when it would belong to one project but is used in another.
   */
  async update(id: number, dto: SegmentDto, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      if (dto.project) await lockFeaturesUsing(id, tx);
      await tx.lock({
        contextFields: { share: dto.constraints.map(({ contextName }) => contextName) },
      });
      const preData = await lockSegment(id, tx);
      requireMay(caller, 'UPDATE_SEGMENT', preData.project);
      if (dto.project !== undefined) requireMay(caller, 'UPDATE_SEGMENT', dto.project);
      const { name, description, project } = dto;
      const owner = (project === undefined ? preData.project : project) ?? null;
      const constraints = await this.constraints.checked(dto.constraints, owner, tx);
      if (project && project !== preData.project) await requireUsedOnlyIn(project, preData, tx);
      if (!isDeepStrictEqual(preData.constraints, JSON.parse(JSON.stringify(constraints))))
        await requireClosedUsers(preData, caller, tx);
      await tx.repo(Segment).update({ id }, { name, description, project, constraints });
      const data = await lockSegment(id, tx);
      if (!isDeepStrictEqual(preData, data))
        await tx.record({ type: 'segment-updated', project: data.project, data, preData });
    });
  }

  /**
   * Replaces the segments of a strategy.
   * @throws NotFoundError when the project has no such strategy in the environment, or a segment
   * does not exist.
   * @throws PermissionError when the permission is missing.
   * @throws BadDataError when a segment belongs to another project.
   * @throws ArchivedFeatureError when the feature is archived.
   */
  async setOfStrategy(dto: StrategySegmentsDto, caller: Caller): Promise<StrategySegmentsDto> {
    const { strategyId, projectId, environmentId: environment, segmentIds } = dto;
    const at = { projectId, environment };
    if (
      !caller.may('UPDATE_FEATURE_STRATEGY', placeFor(caller, { project: projectId, environment }))
    )
      throw new PermissionError(['UPDATE_FEATURE_STRATEGY']);
    // Hidden projects are treated as absent.
    const isThere =
      caller.sees(projectId) &&
      (await this.unitOfWork.run(caller, (tx) =>
        this.strategySegments.set(strategyId, at, segmentIds, tx),
      ));
    if (isThere) return dto;
    throw new NotFoundError(
      `The project "${projectId}" has no strategy with the id "${strategyId}" in the ` +
        `environment "${environment}".`,
    );
  }

  /**
   * Deletes a segment that nothing uses. Archived features count: without the segment, they would
   * be on for more users once they are revived.
   * @throws NotFoundError when it does not exist.
   * @throws PermissionError when the permission is missing.
   * @throws ConflictError when features, default strategies or release plans use it.
   */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await lockFeaturesUsing(id, tx);
      const preData = await lockSegment(id, tx);
      requireMay(caller, 'DELETE_SEGMENT', preData.project);
      const users = await tx.query(USERS, [id]);
      if (users.length > 0) throw inUse(`The segment "${preData.name}"`, namesFor(caller, users));
      await tx.repo(Segment).delete({ id });
      await tx.record({ type: 'segment-deleted', project: preData.project, preData });
    });
  }
}

/**
 * Checks the permission for a project segment in its project, and for a global segment in the
 * instance.
 * @throws PermissionError when it is missing.
 * @throws NotFoundError for a hidden project.
 */
function requireMay(
  caller: Caller,
  permission: Permission,
  project: string | null | undefined,
): void {
  if (project) requirePermission(caller, 'UPDATE_PROJECT_SEGMENT', { project });
  else requirePermission(caller, permission, {});
}

/**
 * Checks that the caller may change segments in every protected or private project that uses a
 * global segment. The segment is locked, so no project can start to use it meanwhile.
 * @throws PermissionError when not.
 */
async function requireClosedUsers(
  { id, name }: SegmentResponse,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  const users = await tx.query(CLOSED_USERS, [id, caller.hiddenProjects]);
  const denied = users.filter(
    (project) => !caller.may('UPDATE_PROJECT_SEGMENT', { project: project.id }),
  );
  if (denied.length === 0) return;
  const places = namesFor(
    caller,
    denied.map((project) => ({ name: `the project "${project.id}"`, project: project.id })),
  );
  throw new PermissionError(
    ['UPDATE_PROJECT_SEGMENT'],
    `The segment "${name}" is used in ${places.join(', ')}, and you may not change segments ` +
      'there. Ask somebody with the permission, or create another segment.',
  );
}

/**
 * Locks a segment against changes and new use until the transaction ends. A segment of a hidden
 * project is treated as absent.
 */
async function lockSegment(id: number, tx: Tx): Promise<SegmentResponse> {
  await tx.lock({ segments: { update: [id] } });
  const [found] = await tx.query(READ_IN_EVENT, [id]);
  if (!found || (found.segment.project && !tx.sees(found.segment.project))) throw noSegment(id);
  return found.segment;
}

/** Locks the features that use a segment, so that none of them is deleted or moved. */
async function lockFeaturesUsing(id: number, tx: Tx): Promise<void> {
  await tx.query(LOCK_FEATURES, [id]);
}

async function requireUsedOnlyIn(
  project: string,
  { id, name }: SegmentResponse,
  tx: Tx,
): Promise<void> {
  const users = (await tx.query(USERS, [id])).filter((user) => user.project !== project);
  if (users.length === 0) return;
  const others = new Map(
    users.map(({ name: user, project: other }) => [
      other ?? user,
      { name: other ?? user, project: other },
    ]),
  );
  const places = namesFor(tx.actor, [...others.values()]);
  throw new BadDataError(
    `The segment "${name}" cannot belong to the project "${project}": it is also used in ` +
      `${places.join(', ')}.`,
  );
}
