import { Injectable } from '@nestjs/common';
import { ReleasePlanTemplateIdDto } from '../../release-plan/release-plan.dto.js';
import { PlanService } from '../../release-plan/plan/plan.service.js';
import { ProgressionService } from '../../release-plan/progression/progression.service.js';
import { action, type ChangeAction, objectOf, type ReleasePlanAction } from './change-action.js';
import {
  MilestoneIdPayload,
  MilestoneStrategyPayload,
  PlanIdPayload,
  ProgressionPayload,
  SafeguardIdPayload,
  SafeguardPayload,
  SourceMilestonePayload,
} from './action.dto.js';

const anyOf = () => ['UPDATE_FEATURE_STRATEGY'] as const;

/** What change requests can change about release plans. */
@Injectable()
export class ReleasePlanActions {
  readonly table: Readonly<Record<ReleasePlanAction, ChangeAction>> = {
    addReleasePlan: action(objectOf(ReleasePlanTemplateIdDto), {
      anyOf: () => ['CREATE_FEATURE_STRATEGY'],
      apply: (at, { templateId }, caller) => this.plans.add(at, templateId, caller),
    }),
    deleteReleasePlan: action(objectOf(PlanIdPayload), {
      anyOf: () => ['DELETE_FEATURE_STRATEGY'],
      apply: (at, { planId }, caller) => this.plans.remove({ ...at, planId }, caller),
    }),
    startMilestone: action(objectOf(MilestoneIdPayload), {
      anyOf,
      apply: (at, payload, caller) => this.plans.start({ ...at, ...payload }, caller),
    }),
    updateMilestoneStrategy: action(objectOf(MilestoneStrategyPayload), {
      anyOf,
      apply: (at, { id, ...payload }, caller) =>
        this.plans.changeStrategy({ ...at, strategyId: id }, payload, caller),
    }),
    changeMilestoneProgression: action(objectOf(ProgressionPayload), {
      anyOf,
      apply: (at, { sourceMilestone, ...payload }, caller) =>
        this.progressions.change({ ...at, sourceMilestoneId: sourceMilestone }, payload, caller),
    }),
    deleteMilestoneProgression: action(objectOf(SourceMilestonePayload), {
      anyOf,
      apply: (at, { sourceMilestone }, caller) =>
        this.progressions.change({ ...at, sourceMilestoneId: sourceMilestone }, null, caller),
    }),
    resumeMilestoneProgression: action(objectOf(PlanIdPayload), {
      anyOf,
      apply: (at, { planId }, caller) => this.progressions.resume({ ...at, planId }, caller),
    }),
    changeSafeguard: action(objectOf(SafeguardPayload), {
      anyOf,
      apply: (at, { planId, safeguard }, caller) =>
        this.progressions.setSafeguard({ ...at, planId }, safeguard, caller),
    }),
    deleteSafeguard: action(objectOf(SafeguardIdPayload), {
      anyOf,
      apply: (at, payload, caller) =>
        this.progressions.removeSafeguard({ ...at, ...payload }, caller),
    }),
  };

  constructor(
    private readonly plans: PlanService,
    private readonly progressions: ProgressionService,
  ) {}
}
