import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import type { ReleasePlanPayload } from '../../../core/event/planned-events.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { lockFeatureEnvironment } from '../../../flags/feature/feature-lock.js';
import type { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { MilestoneStrategies } from '../../../flags/feature/strategy/milestone-strategies.js';
import {
  isStrategyId as isUuid,
  type StrategyParams,
} from '../../../flags/feature/strategy/strategy.dto.js';
import { lockSegments } from '../../../flags/feature/strategy/strategy-segments.js';
import { StrategyService } from '../../../flags/feature/strategy/strategy.service.js';
import { WaitingPlans } from '../../../flags/feature/switch/waiting-plans.js';
import type { ProjectEnvironmentParams } from '../../../flags/project/project.dto.js';
import type {
  MilestoneResponse,
  MilestoneStrategyResponse,
  PlanMilestoneParams,
  PlanParams,
  UpdateMilestoneStrategyDto,
} from '../release-plan.dto.js';
import { MilestoneContent, requireShort, strategyDtoOf } from '../milestone-content.js';
import {
  archivedTemplate,
  noMilestones,
  noMilestoneStrategy,
  noStrategiesToStart,
  noTemplate,
  ReleasePlanExistsError,
} from '../release-plan.errors.js';
import { isSameJson } from '../safeguard/same-json.js';
import { milestoneIn, strategyIn } from '../template/template-milestones.service.js';
import { READ_STORED as READ_TEMPLATE, type StoredTemplate } from '../template/template.sql.js';
import {
  activeMilestoneOf,
  lockOnlyPlan,
  lockPlan,
  placeOf,
  PlanSteps,
  savePlan,
  withMilestone,
} from './plan-steps.js';
import { ADD, DELETE, READ_STORED, READ_WAITING, type StoredPlan } from './plan.sql.js';

/**
 * Adds, changes and removes the release plans of features. All methods throw NotFoundError and
 * ArchivedFeatureError like changes of strategies.
 */
@Injectable()
export class PlanService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly content: MilestoneContent,
    private readonly steps: PlanSteps,
    private readonly milestones: MilestoneStrategies,
    private readonly strategies: StrategyService,
    waiting: WaitingPlans,
  ) {
    waiting.startWith((names, at, tx) => this.startWaiting(names, at, tx));
  }

  /**
   * Adds a copy of a template. Its first milestone starts at once if the feature is on, otherwise
   * when it is turned on.
   * @throws ReleasePlanExistsError when there is a plan already.
   * @throws BadDataError, ExceedsLimitError when the template cannot be used for the feature.
   */
  async add(at: FeatureEnvironmentParams, templateId: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { enabled } = await lockFeatureEnvironment(tx, at);
      const { featureName, environment } = at;
      const [present] = await tx.query(READ_STORED, [featureName, environment]);
      if (present) throw alreadyThere(present.name);
      const template = await readTemplate(templateId, tx);
      const id = randomUUID();
      const definition = { id, before: [], feature: at };
      const milestones = await this.content.checked(definition, template.milestones, tx);
      const { name, description } = template;
      const json = JSON.stringify(milestones);
      const values = [templateId, name, description, json, actor.userId] as const;
      await tx.query(ADD, [id, featureName, environment, ...values]);
      const data = payloadOf({ id, name, templateId: template.id, milestones });
      await tx.record({ type: 'release-plan-added', ...placeOf(at), data });
      const [plan] = await tx.query(READ_STORED, [featureName, environment]);
      if (enabled) await this.steps.start(at, plan!, milestones[0]!, { startedBy: 'user' }, tx);
    });
  }

  /** Removes a plan with the strategies of its active milestone. */
  async remove(at: PlanParams, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { plan } = await lockPlan(at, tx);
      await this.milestones.replace(at, null, tx);
      await tx.query(DELETE, [plan.id]);
      await tx.record({ type: 'release-plan-removed', ...placeOf(at), preData: payloadOf(plan) });
    });
  }

  /** Starts a milestone. Starting the active one changes nothing. */
  start({ milestoneId, ...at }: PlanMilestoneParams, actor: Actor): Promise<MilestoneResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      const { plan } = await lockPlan(at, tx);
      const milestone = milestoneIn(plan.milestones, milestoneId);
      if (milestone.id === plan.activeMilestoneId) return milestone;
      return this.steps.start(at, plan, milestone, { startedBy: 'user' }, tx);
    });
  }

  /**
   * Changes a strategy of a milestone; if that is active, the feature gets the change at once.
   * @throws NotFoundError when no milestone has the strategy.
   * @throws BadDataError, ExceedsLimitError when it is invalid.
   */
  changeStrategy(
    { strategyId, ...at }: StrategyParams,
    dto: UpdateMilestoneStrategyDto,
    actor: Actor,
  ): Promise<MilestoneStrategyResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      const { plan } = await lockOnlyPlan(at, tx);
      const { milestone, before } = find(plan, strategyId);
      const wanted = { ...milestone, strategies: [{ ...before, ...given(dto) }] };
      const definition = { id: plan.id, before: [milestone], feature: at };
      const [checked] = await this.content.checked(definition, [wanted], tx);
      const after = { ...checked!.strategies[0]!, sortOrder: before.sortOrder };
      if (isSameJson(before, after)) return before;
      const strategies = milestone.strategies.map((one) => (one === before ? after : one));
      const changed = withMilestone(plan, { ...milestone, strategies });
      requireShort(changed.milestones);
      if (milestone === activeMilestoneOf(plan))
        await this.strategies.replaceInMilestone({ ...at, strategyId }, strategyDtoOf(after), tx);
      await savePlan(changed, tx);
      const subject = { planId: plan.id, milestoneId: milestone.id };
      await tx.record({
        type: 'release-plan-milestone-strategy-updated',
        ...placeOf(at),
        data: { ...subject, strategy: after },
        preData: { ...subject, strategy: before },
      });
      return after;
    });
  }

  /** Starts the first milestones of features that are being turned on. */
  private async startWaiting(
    featureNames: readonly string[],
    at: ProjectEnvironmentParams,
    tx: Tx,
  ): Promise<ReadonlySet<string>> {
    const plans = (await tx.query(READ_WAITING, [featureNames, at.environment])).filter(
      ({ milestones: [first] }) => first!.strategies.some(({ disabled }) => !disabled),
    );
    // All segments are locked before the first event is recorded.
    const segments = plans.flatMap(({ milestones: [first] }) =>
      first!.strategies.flatMap((one) => one.segments),
    );
    await lockSegments([...new Set(segments)], at.projectId, tx);
    for (const { featureName, ...plan } of plans) {
      const place = { ...at, featureName };
      await this.steps.start(place, plan, plan.milestones[0]!, { startedBy: 'switch' }, tx);
    }
    return new Set(plans.map(({ featureName }) => featureName));
  }
}

/** A strategy of a plan with its milestone. @throws NotFoundError */
function find({ milestones }: StoredPlan, strategyId: string) {
  const id = strategyId.toLowerCase();
  const milestone = milestones.find(({ strategies }) => strategies.some((one) => one.id === id));
  if (!milestone) throw noMilestoneStrategy(strategyId);
  return { milestone, before: strategyIn(milestone.strategies, id) };
}

/** @throws NotFoundError, BadDataError when the template cannot be used. */
async function readTemplate(id: string, tx: Tx): Promise<StoredTemplate> {
  const [template] = isUuid(id) ? await tx.query(READ_TEMPLATE, [id]) : [];
  if (!template) throw noTemplate(id);
  if (template.archived) throw archivedTemplate(template.name);
  if (template.milestones.length === 0) throw noMilestones(template.name);
  const empty = template.milestones.find(({ strategies }) => strategies.length === 0);
  if (empty) throw noStrategiesToStart(empty.name);
  return template;
}

function alreadyThere(name: string): ReleasePlanExistsError {
  return new ReleasePlanExistsError(
    `The feature already has the release plan "${name}" in this environment. Remove it first.`,
  );
}

function payloadOf(plan: Omit<ReleasePlanPayload, 'milestones'> & MilestonesOnly) {
  const { id, name, templateId, milestones } = plan;
  return {
    id,
    name,
    templateId,
    milestones: milestones.map((one) => ({ id: one.id, name: one.name })),
  };
}

interface MilestonesOnly {
  milestones: readonly { id: string; name: string }[];
}

/** The properties that are given. */
function given<T extends object>(dto: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(dto).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
