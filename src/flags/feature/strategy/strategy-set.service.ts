import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '../../../core/event/event.types.js';
import type { Tx } from '../../../core/event/tx.js';
import { ExceedsLimitError } from '../../../platform/errors/general.errors.js';
import type { ProjectEnvironmentParams } from '../../project/project.dto.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import { lockFeatureEnvironments } from '../feature-lock.js';
import { groupedBy } from '../../../platform/database/grouped.js';
import { type ShownStrategy, shownStrategiesOf } from './shown-strategies.js';
import { FeatureStrategy } from './feature-strategy.entity.js';
import { type Content, fillingIn, StrategyContent } from './strategy-content.js';
import { requireOutsidePlan } from './strategy-lock.js';
import { MAX_STRATEGIES } from '../feature.errors.js';
import { lockSegments, requireFew } from './strategy-segments.js';
import type { CreateStrategyDto, StrategyResponse } from './strategy.dto.js';
import { DELETE_FEATURE_STRATEGY, ADD_FEATURE_STRATEGY_SEGMENT } from './strategy.sql.js';

/** A strategy without its id. */
type Wanted = Content & { sortOrder: number; segments: number[] };

/** A strategy of a feature in an environment, as a row without its id. */
type StrategyRow = Omit<Wanted, 'segments'> & { featureName: string; environment: string };

/** All strategies that a feature is to have in an environment. */
export interface WantedStrategies {
  featureName: string;
  strategies: Wanted[];
  /**
   * Whether the strategy added by turning the feature on may stay, because none of the given ones
   * is active.
   */
  exceptAdded: boolean;
}

/** Replaces all strategies of features in an environment, with a constant number of statements. */
@Injectable()
export class StrategySetService {
  constructor(private readonly content: StrategyContent) {}

  /**
   * Prepares the validation of the strategies of features. The returned function throws
   * ExceedsLimitError, BadDataError or NotFoundError like the addition of a single strategy. It
   * keeps the parameters of each: what SDKs make of missing ones must not change with a move. Only
   * those of a strategy without any are filled in.
   */
  async completing(
    { projectId }: ProjectEnvironmentParams,
    all: readonly CreateStrategyDto[],
    tx: Tx,
  ): Promise<(featureName: string, dtos: readonly CreateStrategyDto[]) => Wanted[]> {
    const checked = await this.content.checking(all, projectId, tx);
    const definitions = all.map(({ name }) => name);
    const filledIn = await fillingIn(projectId, definitions, tx);
    return (featureName, dtos) => {
      if (dtos.length > MAX_STRATEGIES)
        throw new ExceedsLimitError(
          `A feature can have at most ${MAX_STRATEGIES} strategies, not ${dtos.length}.`,
        );
      return inOrder(dtos).map(([sortOrder, dto]) => {
        const content = checked(dto);
        const segments = [...new Set(dto.segments ?? [])].sort((a, b) => a - b);
        requireFew(segments);
        return plain({
          ...content,
          parameters: dto.parameters ?? filledIn(content.name, content.parameters, featureName),
          sortOrder,
          segments,
        });
      });
    };
  }

  /**
   * Replaces the strategies of features within a transaction; equal ones stay unchanged and get no
   * event.
   * @throws NotFoundError when the project lacks a feature or the environment, or a segment does
   * not exist.
   * @throws ArchivedFeatureError when a feature is archived.
   * @throws BadDataError when a segment belongs to another project.
   * @throws InvalidOperationError when a strategy to replace belongs to a release plan.
   */
  async putAll(
    at: ProjectEnvironmentParams,
    all: readonly WantedStrategies[],
    tx: Tx,
  ): Promise<void> {
    const names = all.map(({ featureName }) => featureName);
    const places = await lockFeatureEnvironments(tx, at, names);
    const present = groupedBy(
      await shownStrategiesOf(tx, names, at.environment),
      (one) => one.featureName,
    );
    const isThere = ({ featureName, strategies, exceptAdded }: WantedStrategies): boolean => {
      const before = (present.get(featureName) ?? []).map(withoutIdentity);
      if (isDeepStrictEqual(before, strategies)) return true;
      const mayHaveMore =
        exceptAdded && places.get(featureName)!.enabled && strategies.every((one) => one.disabled);
      return mayHaveMore && isDeepStrictEqual(before.slice(0, -1), strategies);
    };
    const missing: WantedStrategies[] = [];
    await new TimeSlice().forEach(all, (one) => void (isThere(one) || missing.push(one)));
    const outdated = missing.flatMap(({ featureName }) => present.get(featureName) ?? []);
    outdated.forEach(requireOutsidePlan);
    await this.remove(at, outdated, tx);
    await this.add(at, missing, tx);
  }

  private async remove(
    at: ProjectEnvironmentParams,
    strategies: readonly ShownStrategy[],
    tx: Tx,
  ): Promise<void> {
    if (strategies.length === 0) return;
    const removed = await tx.query(DELETE_FEATURE_STRATEGY, [strategies.map(({ id }) => id)]);
    const createdAt = new Map(removed.map((row) => [row.id, row.createdAt]));
    await tx.recordAll(
      strategies.map((strategy) => ({
        ...eventOf('feature-strategy-remove', strategy, at),
        preData: { ...strategy, createdAt: createdAt.get(strategy.id)! },
      })),
    );
  }

  private async add(
    at: ProjectEnvironmentParams,
    all: readonly WantedStrategies[],
    tx: Tx,
  ): Promise<void> {
    const slice = new TimeSlice();
    const { rows, segments } = await rowsOf(all, at.environment, slice);
    if (rows.length === 0) return;
    await lockSegments([...new Set(segments.flat())], at.projectId, tx);
    const ids = (await tx.insert(FeatureStrategy, rows)) as { id: string }[];
    await addSegments(
      ids.map(({ id }) => id),
      segments,
      tx,
    );
    const names = all.map(({ featureName }) => featureName);
    const after = await shownStrategiesOf(tx, names, at.environment);
    await tx.recordAll(
      await slice.map(after, (data) => ({ ...eventOf('feature-strategy-add', data, at), data })),
    );
  }
}

/** The strategies as rows of a table, and the segments of each. */
async function rowsOf(
  all: readonly WantedStrategies[],
  environment: string,
  slice: TimeSlice,
): Promise<{ rows: StrategyRow[]; segments: number[][] }> {
  const rows: StrategyRow[] = [];
  const segments: number[][] = [];
  await slice.forEach(all, ({ featureName, strategies }) => {
    for (const { segments: some, ...content } of strategies) {
      rows.push({ ...content, featureName, environment });
      segments.push(some);
    }
  });
  return { rows, segments };
}

/** Adds segments to strategies; both lists have the same order. */
async function addSegments(
  strategyIds: readonly string[],
  segments: readonly number[][],
  tx: Tx,
): Promise<void> {
  const pairs = strategyIds.flatMap((strategy, index) =>
    segments[index]!.map((segment) => ({ strategy, segment })),
  );
  await tx.query(ADD_FEATURE_STRATEGY_SEGMENT, [
    pairs.map(({ strategy }) => strategy),
    pairs.map(({ segment }) => segment),
  ]);
}

function eventOf<T extends DomainEvent['type']>(
  type: T,
  { featureName }: ShownStrategy,
  { projectId: project, environment }: ProjectEnvironmentParams,
): { type: T; featureName: string; project: string; environment: string } {
  return { type, featureName, project, environment };
}

/**
 * Assigns positions: the given ones, or the order of the list when positions are missing or equal.
 */
function inOrder(dtos: readonly CreateStrategyDto[]): [number, CreateStrategyDto][] {
  const ordered = [...dtos].sort(
    (a, b) => (a.sortOrder ?? Infinity) - (b.sortOrder ?? Infinity) || 0,
  );
  const distinct = new Set(ordered.map((dto) => dto.sortOrder)).size === ordered.length;
  return ordered.map((dto, index) => [
    distinct && dto.sortOrder !== undefined ? dto.sortOrder : index,
    dto,
  ]);
}

function withoutIdentity({
  name,
  title,
  disabled,
  parameters,
  constraints,
  variants,
  sortOrder,
  segments = [],
}: StrategyResponse): Wanted {
  return {
    name,
    title,
    disabled,
    parameters,
    constraints,
    variants,
    sortOrder,
    segments,
  } as Wanted;
}

/** A value after a round trip through JSON, for comparison. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
