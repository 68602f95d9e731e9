import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import { keepRemovedOfFeatures } from '../../../core/event/removed-parts.js';
import type { StrategyPayload } from '../../../core/event/feature-events.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { BadDataError, NotFoundError } from '../../../platform/errors/general.errors.js';
import { ArchivedFeatureError } from '../feature.errors.js';
import { applyPatch, type PatchStepDto } from '../../../platform/http/validation/json-patch.js';
import { validated } from '../../../platform/http/validation/validation.pipe.js';
import { lockFeatureEnvironment } from '../feature-lock.js';
import { FeatureSwitchService } from '../switch/feature-switch.service.js';
import type { FeatureEnvironmentParams } from '../feature.dto.js';
import { nextSortOrder, recordUpdate, shownStrategies } from './shown-strategies.js';
import { FeatureStrategy } from './feature-strategy.entity.js';
import { fillingIn, StrategyContent } from './strategy-content.js';
import { type LockedStrategy, lockStrategy, requireOutsidePlan } from './strategy-lock.js';
import { StrategySegments } from './strategy-segments.js';
import { DELETE_STRATEGY, SET_CREATED_AT } from './strategy.sql.js';
import {
  CreateStrategyDto,
  type StrategyParams,
  type StrategyPositionDto,
  type StrategyResponse,
  type UpdateStrategyDto,
} from './strategy.dto.js';

/**
 * Adds, changes, orders and deletes strategies. Changes within one feature environment are
 * serialised.
 */
@Injectable()
export class StrategyService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly content: StrategyContent,
    private readonly segments: StrategySegments,
    private readonly switches: FeatureSwitchService,
  ) {}

  /**
   * Adds a strategy, last unless it has a position.
   * @throws NotFoundError when the project lacks the feature or the environment, or a segment or
   * context field does not exist.
   * @throws ArchivedFeatureError when the feature is archived.
   * @throws ExceedsLimitError when there are too many constraints, values or strategies.
   * @throws BadDataError when it is otherwise invalid.
   */
  async add(
    at: FeatureEnvironmentParams,
    dto: CreateStrategyDto,
    actor: Actor,
  ): Promise<StrategyResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      await lockFeatureEnvironment(tx, at);
      return this.complete(at, await this.insert(at, dto, tx), dto, tx);
    });
  }

  /** Adds a strategy that was removed, with the id and the time of creation that it had. */
  async restore(
    at: FeatureEnvironmentParams,
    { id, createdAt }: Pick<StrategyPayload, 'id' | 'createdAt'>,
    dto: CreateStrategyDto,
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockFeatureEnvironment(tx, at);
      await this.insert(at, dto, tx, id);
      if (createdAt) await tx.query(SET_CREATED_AT, [id, createdAt]);
      await this.complete(at, id, dto, tx);
    });
  }

  /** Gives a new strategy its segments, and records it. */
  private async complete(
    at: FeatureEnvironmentParams,
    id: string,
    dto: CreateStrategyDto,
    tx: Tx,
  ): Promise<StrategyResponse> {
    const { projectId: project, featureName, environment } = at;
    await this.segments.put(id, dto.segments ?? [], project, tx);
    const [data] = await shownStrategies(tx, featureName, environment, id);
    const place = { featureName, project, environment };
    await tx.record({ type: 'feature-strategy-add', ...place, data: data! });
    return data!;
  }

  /**
   * @param id That of a strategy that comes back, with the parameters that it had; absent for a new
   * one, whose missing parameters are filled in.
   * @returns The id of the strategy.
   */
  private async insert(
    { projectId, featureName, environment }: FeatureEnvironmentParams,
    dto: CreateStrategyDto,
    tx: Tx,
    id?: string,
  ): Promise<string> {
    const content = await this.content.checked(dto, projectId, tx);
    const filledIn = await fillingIn(projectId, id === undefined ? [content.name] : [], tx);
    const { identifiers } = await tx.repo(FeatureStrategy).insert({
      ...(id === undefined ? {} : { id }),
      ...content,
      parameters: filledIn(content.name, content.parameters, featureName),
      featureName,
      environment,
      sortOrder: dto.sortOrder ?? (await nextSortOrder(tx, featureName, environment)),
    });
    return identifiers[0]!['id'] as string;
  }

  /**
   * Replaces a strategy: omitted constraints and variants are cleared, other omitted properties and
   * the position stay.
   */
  async replace(
    at: StrategyParams,
    dto: UpdateStrategyDto,
    actor: Actor,
  ): Promise<StrategyResponse> {
    return this.change(at, actor, (before) => ({
      name: dto.name ?? before.name,
      title: dto.title === undefined ? before.title : dto.title,
      disabled: dto.disabled ?? before.disabled,
      parameters: dto.parameters ?? before.parameters,
      segments: dto.segments ?? before.segments,
      constraints: dto.constraints,
      variants: dto.variants,
    }));
  }

  /**
   * Changes a strategy with a JSON Patch. Removed properties get their default; id, feature and
   * position stay.
   * @throws BadDataError when the patch adds a property that strategies do not have.
   */
  async patch(
    at: StrategyParams,
    steps: readonly PatchStepDto[],
    actor: Actor,
  ): Promise<StrategyResponse> {
    return this.change(at, actor, async (before) =>
      validated(CreateStrategyDto, onlyKnown(before, await applyPatch(before, steps)), '/body'),
    );
  }

  /** Deletes a strategy, and turns the feature off if it was the last enabled one. */
  async remove(at: StrategyParams, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const locked = await lockStrategy(tx, at);
      requireOutsidePlan(locked.strategy);
      const { projectId: project, featureName, environment } = at;
      const [removed] = await tx.query(DELETE_STRATEGY, [locked.strategy.id]);
      await tx.record({
        type: 'feature-strategy-remove',
        featureName,
        project,
        environment,
        preData: { ...locked.strategy, ...removed },
      });
      await this.offWithout(locked, at, tx);
    });
  }

  /** Sets the positions of strategies. Unknown ids are ignored. */
  async order(
    at: FeatureEnvironmentParams,
    positions: readonly StrategyPositionDto[],
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockFeatureEnvironment(tx, at);
      const { projectId: project, featureName, environment } = at;
      const before = await shownStrategies(tx, featureName, environment);
      const wanted = new Map(positions.map(({ id, sortOrder }) => [id.toLowerCase(), sortOrder]));
      const moved = before.filter(
        ({ id, sortOrder }) => (wanted.get(id) ?? sortOrder) !== sortOrder,
      );
      if (moved.length === 0) return;
      for (const { id } of moved)
        await tx.repo(FeatureStrategy).update({ id }, { sortOrder: wanted.get(id)! });
      const after = await shownStrategies(tx, featureName, environment);
      const place = { featureName, project, environment };
      const [data, preData] = [idsOf(after), idsOf(before)];
      await tx.record({ type: 'strategy-order-changed', ...place, data, preData });
      const part = { ...place, data: { positions: positionsOf(before) } };
      await keepRemovedOfFeatures('strategy-order-changed', [part], tx);
    });
  }

  private async change(
    at: StrategyParams,
    actor: Actor,
    wanted: (before: StrategyResponse) => CreateStrategyDto | Promise<CreateStrategyDto>,
  ): Promise<StrategyResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      const locked = await lockStrategy(tx, at).catch(absentIfArchived);
      requireOutsidePlan(locked.strategy);
      return this.changeLocked(locked, at, await wanted(locked.strategy), tx);
    });
  }

  /** Gives a strategy of a milestone, whose feature environment is locked, another content. */
  async replaceInMilestone(at: StrategyParams, dto: CreateStrategyDto, tx: Tx): Promise<void> {
    await this.changeLocked(await lockStrategy(tx, at), at, dto, tx);
  }

  private async changeLocked(
    locked: LockedStrategy,
    at: StrategyParams,
    dto: CreateStrategyDto,
    tx: Tx,
  ): Promise<StrategyResponse> {
    const before = locked.strategy;
    const content = await this.content.checked(dto, at.projectId, tx);
    await tx.repo(FeatureStrategy).update({ id: before.id }, content);
    await this.segments.put(before.id, dto.segments ?? [], at.projectId, tx);
    const after = await recordUpdate(tx, at, before);
    if (after.disabled) await this.offWithout(locked, at, tx);
    return after;
  }

  /** Turns the feature off if the strategy was the last enabled one. */
  private async offWithout(
    { place, strategy }: LockedStrategy,
    at: FeatureEnvironmentParams,
    tx: Tx,
  ): Promise<void> {
    if (place.enabled && place.activeStrategyCount === 1 && !strategy.disabled)
      await this.switches.turnAllOff(at, [at.featureName], tx);
  }
}

/** Properties of strategies that their own representation lacks, and that patches may add. */
const OMITTED = new Set(['featureName']);

/** @throws BadDataError when a patched strategy has a property that strategies do not have. */
function onlyKnown(before: StrategyResponse, patched: unknown): unknown {
  if (patched === null || typeof patched !== 'object') return patched;
  const unknown = Object.keys(patched).find((name) => !(name in before) && !OMITTED.has(name));
  if (unknown !== undefined)
    throw new BadDataError(`A strategy has no property "${unknown}", which the patch adds.`);
  return patched;
}

/** As in the reference, strategies of archived features are not found for changes. */
function absentIfArchived(error: unknown): never {
  throw error instanceof ArchivedFeatureError ? new NotFoundError(error.message) : error;
}

function positionsOf(strategies: readonly StrategyResponse[]): Record<string, number> {
  return Object.fromEntries(strategies.map(({ id, sortOrder }) => [id, sortOrder]));
}

function idsOf(strategies: readonly StrategyResponse[]): { strategyIds: string[] } {
  return { strategyIds: strategies.map((strategy) => strategy.id) };
}
