import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { FeatureArchiveService } from '../../../flags/feature/archive/feature-archive.service.js';
import { CreateDependencyDto } from '../../../flags/feature/dependency/dependency.dto.js';
import { FeatureDependencyService } from '../../../flags/feature/dependency/feature-dependency.service.js';
import {
  CreateStrategyDto,
  StrategyPositionDto,
} from '../../../flags/feature/strategy/strategy.dto.js';
import { StrategyService } from '../../../flags/feature/strategy/strategy.service.js';
import { FeatureSwitchService } from '../../../flags/feature/switch/feature-switch.service.js';
import { FeatureVariantService } from '../../../flags/feature/variant/feature-variant.service.js';
import { SegmentService } from '../../../flags/segment/segment.service.js';
import {
  EnabledPayload,
  NoPayload,
  SegmentIdPayload,
  SegmentPayload,
  StrategyIdPayload,
  StrategyPayload,
  VariantsPayload,
} from './action.dto.js';
import {
  action,
  type ActionName,
  type ChangeAction,
  type ChangePlace,
  listOf,
  objectOf,
  type ReleasePlanAction,
  TO_TURN_OFF,
} from './change-action.js';
import { ReleasePlanActions } from './release-plan-actions.js';

/** What change requests can change. */
@Injectable()
export class ChangeActions {
  readonly table: Readonly<Record<ActionName, ChangeAction>>;

  private readonly own: Readonly<Record<Exclude<ActionName, ReleasePlanAction>, ChangeAction>> = {
    updateEnabled: action(objectOf(EnabledPayload), {
      anyOf: ({ enabled }) => (enabled ? ['UPDATE_FEATURE_ENVIRONMENT'] : TO_TURN_OFF),
      apply: (at, payload, caller) => this.turn(at, payload, caller),
    }),
    addStrategy: action(objectOf(CreateStrategyDto), {
      anyOf: () => ['CREATE_FEATURE_STRATEGY'],
      apply: (at, payload, caller) => this.strategies.add(at, payload, caller),
    }),
    updateStrategy: action(objectOf(StrategyPayload), {
      anyOf: () => ['UPDATE_FEATURE_STRATEGY'],
      apply: (at, { id, ...payload }, caller) =>
        this.strategies.replace({ ...at, strategyId: id }, payload, caller),
    }),
    deleteStrategy: action(objectOf(StrategyIdPayload), {
      anyOf: () => ['DELETE_FEATURE_STRATEGY'],
      apply: (at, { id }, caller) => this.strategies.remove({ ...at, strategyId: id }, caller),
    }),
    reorderStrategy: action(listOf(StrategyPositionDto), {
      anyOf: () => ['UPDATE_FEATURE_STRATEGY'],
      apply: (at, positions, caller) => this.strategies.order(at, positions, caller),
    }),
    patchVariant: action(objectOf(VariantsPayload), {
      anyOf: () => ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'],
      apply: (at, { variants }, caller) => this.variants.replaceIn(at, variants, caller),
    }),
    archiveFeature: action(objectOf(NoPayload), {
      anyOf: () => ['DELETE_FEATURE'],
      apply: (at, _, caller) => this.archive.archive(at, caller, { isUnchecked: true }),
    }),
    addDependency: action(objectOf(CreateDependencyDto), {
      anyOf: () => ['UPDATE_FEATURE_DEPENDENCY'],
      apply: ({ projectId, featureName: child }, payload, caller) =>
        this.dependencies.add({ projectId, child }, payload, caller),
    }),
    deleteDependency: action(objectOf(NoPayload), {
      anyOf: () => ['UPDATE_FEATURE_DEPENDENCY'],
      apply: ({ projectId, featureName: child }, _, caller) =>
        this.dependencies.removeAll({ projectId, child }, caller),
    }),
    updateSegment: action(objectOf(SegmentPayload), {
      segmentOf: ({ id }) => id,
      anyOf: () => [],
      apply: (_, { id, ...payload }, caller) => this.segments.update(id, payload, caller),
    }),
    deleteSegment: action(objectOf(SegmentIdPayload), {
      segmentOf: ({ id }) => id,
      anyOf: () => [],
      apply: (_, { id }, caller) => this.segments.delete(id, caller),
    }),
  };

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly switches: FeatureSwitchService,
    private readonly strategies: StrategyService,
    private readonly variants: FeatureVariantService,
    private readonly archive: FeatureArchiveService,
    private readonly dependencies: FeatureDependencyService,
    private readonly segments: SegmentService,
    plans: ReleasePlanActions,
  ) {
    this.table = { ...this.own, ...plans.table };
  }

  private turn(
    at: ChangePlace,
    { enabled, shouldActivateDisabledStrategies: activate = false }: EnabledPayload,
    caller: Caller,
  ): Promise<void> {
    return this.unitOfWork.run(caller, (tx) =>
      enabled
        ? this.switches.turnAllOn(at, [at.featureName], activate, tx)
        : this.switches.turnAllOff(at, [at.featureName], tx),
    );
  }
}
