import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import { noMilestone, noMilestoneStrategy } from '../release-plan.errors.js';
import type {
  MilestoneDto,
  MilestoneResponse,
  MilestoneStrategyDto,
  MilestoneStrategyResponse,
  TemplateMilestoneParams,
  TemplateStrategyParams,
} from '../release-plan.dto.js';
import { TemplateService } from './template.service.js';

/**
 * Changes single milestones and strategies of templates. All methods throw NotFoundError when the
 * template or what is in it does not exist, and the errors of {@link TemplateService.create}.
 */
@Injectable()
export class TemplateMilestonesService {
  constructor(private readonly templates: TemplateService) {}

  /** Adds a milestone, after the others unless it has a position. */
  async add(templateId: string, dto: MilestoneDto, actor: Actor): Promise<MilestoneResponse> {
    const known = new Set<string>();
    const added = { ...dto, id: undefined };
    const milestones = await this.change(templateId, actor, (before) => {
      before.forEach(({ id }) => known.add(id));
      return [...before.slice(0, dto.sortOrder), added, ...before.slice(dto.sortOrder ?? Infinity)];
    });
    return milestones.find(({ id }) => !known.has(id))!;
  }

  /** Replaces a milestone. Omitted strategies and position stay. */
  async replace(
    { templateId, milestoneId }: TemplateMilestoneParams,
    { sortOrder, ...dto }: MilestoneDto,
    actor: Actor,
  ): Promise<MilestoneResponse> {
    const milestones = await this.change(templateId, actor, (before) => {
      const own = milestoneIn(before, milestoneId);
      const others = before.filter((one) => one !== own);
      const place = sortOrder ?? own.sortOrder;
      const milestone = { strategies: own.strategies, ...dto, id: own.id };
      return [...others.slice(0, place), milestone, ...others.slice(place)];
    });
    return milestoneIn(milestones, milestoneId);
  }

  /** Removes a milestone. */
  async remove({ templateId, milestoneId }: TemplateMilestoneParams, actor: Actor): Promise<void> {
    await this.change(templateId, actor, (before) => {
      const own = milestoneIn(before, milestoneId);
      return before.filter((one) => one !== own);
    });
  }

  /** Adds a strategy to a milestone. */
  async addStrategy(
    { templateId, milestoneId }: TemplateMilestoneParams,
    dto: MilestoneStrategyDto,
    actor: Actor,
  ): Promise<MilestoneResponse> {
    const milestones = await this.changeIn(templateId, milestoneId, actor, (strategies) => [
      ...strategies.slice(0, dto.sortOrder),
      { ...dto, id: undefined },
      ...strategies.slice(dto.sortOrder ?? Infinity),
    ]);
    return milestoneIn(milestones, milestoneId);
  }

  /** Replaces a strategy of a milestone, except its position if that is omitted. */
  async replaceStrategy(
    { templateId, milestoneId, strategyId }: TemplateStrategyParams,
    { sortOrder, ...dto }: MilestoneStrategyDto,
    actor: Actor,
  ): Promise<MilestoneStrategyResponse> {
    const milestones = await this.changeIn(templateId, milestoneId, actor, (strategies) => {
      const own = strategyIn(strategies, strategyId);
      const others = strategies.filter((one) => one !== own);
      const place = sortOrder ?? own.sortOrder;
      return [...others.slice(0, place), { ...dto, id: own.id }, ...others.slice(place)];
    });
    return strategyIn(milestoneIn(milestones, milestoneId).strategies, strategyId);
  }

  /** Removes a strategy from a milestone. */
  async removeStrategy(
    { templateId, milestoneId, strategyId }: TemplateStrategyParams,
    actor: Actor,
  ): Promise<void> {
    await this.changeIn(templateId, milestoneId, actor, (strategies) => {
      const own = strategyIn(strategies, strategyId);
      return strategies.filter((one) => one !== own);
    });
  }

  private changeIn(
    templateId: string,
    milestoneId: string,
    actor: Actor,
    changed: (strategies: MilestoneStrategyResponse[]) => MilestoneStrategyDto[],
  ): Promise<MilestoneResponse[]> {
    return this.change(templateId, actor, (before) => {
      const own = milestoneIn(before, milestoneId);
      const strategies = numbered(changed(own.strategies));
      return before.map((one) => (one === own ? { ...own, strategies } : one));
    });
  }

  private change(
    templateId: string,
    actor: Actor,
    changed: (milestones: MilestoneResponse[]) => MilestoneDto[],
  ): Promise<MilestoneResponse[]> {
    return this.templates.change(
      templateId,
      ({ milestones }) => ({ milestones: numbered(changed(milestones)) }),
      actor,
    );
  }
}

/** Positions follow the list. */
function numbered<T extends object>(items: readonly T[]): (T & { sortOrder: number })[] {
  return items.map((item, sortOrder) => ({ ...item, sortOrder }));
}

/** @throws NotFoundError */
export function milestoneIn(
  milestones: readonly MilestoneResponse[],
  id: string,
): MilestoneResponse {
  const found = milestones.find((one) => one.id === id.toLowerCase());
  if (!found) throw noMilestone(id);
  return found;
}

/** @throws NotFoundError */
export function strategyIn(
  strategies: readonly MilestoneStrategyResponse[],
  id: string,
): MilestoneStrategyResponse {
  const found = strategies.find((one) => one.id === id.toLowerCase());
  if (!found) throw noMilestoneStrategy(id);
  return found;
}
