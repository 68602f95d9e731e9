import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ExceedsLimitError } from '../../platform/errors/general.errors.js';
import type { Tx } from '../../core/event/tx.js';
import { MAX_STRATEGIES, noStrategy } from '../../flags/feature/feature.errors.js';
import type { FeatureEnvironmentParams } from '../../flags/feature/feature.dto.js';
import { fillingIn, StrategyContent } from '../../flags/feature/strategy/strategy-content.js';
import type { CreateStrategyDto } from '../../flags/feature/strategy/strategy.dto.js';
import { lockSegments, requireFew } from '../../flags/feature/strategy/strategy-segments.js';
import type {
  MilestoneDto,
  MilestoneResponse,
  MilestoneStrategyDto,
  MilestoneStrategyResponse,
} from './release-plan.dto.js';

/** Maximum number of milestones of a template. */
export const MAX_MILESTONES = 20;
/** Maximum length of the JSON of all milestones of a template or plan, in characters. */
const MAX_CHARACTERS = 500_000;

/** A template or plan whose milestones are validated. */
export interface Definition {
  id: string;
  /** The milestones that it has, whose ids stay. */
  before: readonly MilestoneResponse[];
  /** The feature of a plan; absent for templates. */
  feature?: FeatureEnvironmentParams;
}

type Built = (dto: MilestoneStrategyDto) => Omit<MilestoneStrategyResponse, 'milestoneId'>;

/** Validates the milestones of templates and plans, and adds what is missing. */
@Injectable()
export class MilestoneContent {
  constructor(private readonly content: StrategyContent) {}

  /**
   * Validates milestones like the strategies of features. Segments and context fields are locked
   * until the transaction ends.
   * @throws ExceedsLimitError when there are too many milestones, strategies or characters.
   * @throws NotFoundError when a segment or context field does not exist.
   * @throws BadDataError when something is otherwise invalid; templates use global segments only.
   */
  async checked(
    { id, before, feature }: Definition,
    dtos: readonly MilestoneDto[],
    tx: Tx,
  ): Promise<MilestoneResponse[]> {
    if (dtos.length > MAX_MILESTONES)
      throw new ExceedsLimitError(
        `A release plan can have at most ${MAX_MILESTONES} milestones, not ${dtos.length}.`,
      );
    for (const { name, strategies = [] } of dtos)
      if (strategies.length > MAX_STRATEGIES)
        throw new ExceedsLimitError(
          `A milestone can have at most ${MAX_STRATEGIES} strategies, but "${name}" would have ` +
            `${strategies.length}.`,
        );
    const known = new Set(before.flatMap(({ strategies }) => strategies.map((one) => one.id)));
    const build = await this.building(dtos, feature, known, tx);
    const byId = new Map(before.map((one) => [one.id, one]));
    const milestones = inOrder(dtos).map((dto, sortOrder) => {
      const own = byId.get(dto.id ?? '');
      byId.delete(dto.id ?? '');
      return milestoneOf(dto, { definitionId: id, own, sortOrder }, build);
    });
    requireShort(milestones);
    return milestones;
  }

  /** @param known Ids of strategies that get another content, with the parameters as given. */
  private async building(
    dtos: readonly MilestoneDto[],
    feature: FeatureEnvironmentParams | undefined,
    known: ReadonlySet<string>,
    tx: Tx,
  ): Promise<Built> {
    const all = dtos.flatMap(({ strategies = [] }) => strategies.map(strategyDtoOf));
    const names = [...new Set(all.map(({ name }) => name))];
    await requireDefined(names, tx);
    // Milestones come from templates for all projects, so context fields of projects are unknown.
    const checked = await this.content.checking(all, null, tx);
    await lockSegments(segmentsOf(all), feature?.projectId ?? null, tx);
    const fillIn = feature && (await fillingIn(feature.projectId, names, tx));
    return (dto) => {
      const { name: strategyName, parameters, ...content } = checked(strategyDtoOf(dto));
      const { id = '' } = dto;
      const isNew = fillIn && !known.has(id);
      return {
        id,
        ...content,
        strategyName,
        parameters: isNew ? fillIn(strategyName, parameters, feature!.featureName) : parameters,
        segments: [...new Set(dto.segments ?? [])].sort((a, b) => a - b),
        sortOrder: 0,
      } as Omit<MilestoneStrategyResponse, 'milestoneId'>;
    };
  }
}

/** The strategy as the operations of features have it. */
export function strategyDtoOf({ strategyName, ...dto }: MilestoneStrategyDto): CreateStrategyDto {
  return { ...dto, name: strategyName };
}

/** @throws ExceedsLimitError */
export function requireShort(milestones: readonly MilestoneResponse[]): void {
  if (JSON.stringify(milestones).length > MAX_CHARACTERS)
    throw new ExceedsLimitError(
      `The milestones of a release plan can have at most ${MAX_CHARACTERS} characters together.`,
    );
}

/** @throws BadDataError when a strategy definition does not exist. */
async function requireDefined(names: readonly string[], tx: Tx): Promise<void> {
  const { strategyDefinitions } = await tx.lock({ strategyDefinitions: { keyShare: names } });
  const defined = new Set(strategyDefinitions.map(({ name }) => name));
  const missing = names.find((name) => !defined.has(name));
  if (missing !== undefined) throw noStrategy(missing);
}

function segmentsOf(strategies: readonly CreateStrategyDto[]): number[] {
  const lists = strategies.map(({ segments = [] }) => segments);
  lists.forEach(requireFew);
  return [...new Set(lists.flat())];
}

interface MilestonePlace {
  definitionId: string;
  /** The milestone that is replaced. */
  own: MilestoneResponse | undefined;
  sortOrder: number;
}

function milestoneOf(
  dto: MilestoneDto,
  { definitionId, own, sortOrder }: MilestonePlace,
  build: Built,
): MilestoneResponse {
  const milestoneId = own?.id ?? randomUUID();
  const known = new Set(own?.strategies.map((one) => one.id));
  return {
    id: milestoneId,
    name: dto.name,
    sortOrder,
    releasePlanDefinitionId: definitionId,
    startedAt: null,
    transitionCondition: dto.transitionCondition ?? null,
    progressionExecutedAt: null,
    pausedAt: null,
    strategies: inOrder(dto.strategies ?? []).map((strategy, index) => {
      const built = build(strategy);
      // An id is used only once, even if the request contains it twice.
      const id = known.delete(built.id) ? built.id : randomUUID();
      return { ...built, id, milestoneId, sortOrder: index };
    }),
  };
}

function inOrder<T extends { sortOrder?: number }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.sortOrder ?? Infinity) - (b.sortOrder ?? Infinity) || 0);
}
