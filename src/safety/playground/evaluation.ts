import type { Strategy } from 'unleash-client/lib/strategy/index.js';
import type {
  ClientSegment,
  NamedFeature,
  NamedFeatures,
  NamedStrategy,
} from '../../serving/sdk-api/client-features.js';
import type { ConstraintResponse } from '../../flags/feature/strategy/strategy.dto.js';
import type {
  EvaluatedConstraintResponse,
  EvaluatedSegmentResponse,
  EvaluatedStrategiesResponse,
  EvaluatedStrategyResponse,
  FeatureVariantResponse,
  StrategyResultResponse,
} from './playground.response.js';
import type {
  ConstraintPreparation,
  PreparedContext,
} from '../../serving/evaluation/constraint-preparation.js';
import {
  checkConstraint,
  type SdkClient,
  type SdkContext,
  sdkFor,
} from '../../serving/evaluation/sdk.js';
import type { TimeSlice } from '../../platform/sandbox/time-slice.js';

/** The result of a feature with its reasons. */
interface EvaluatedFeature {
  isEnabled: boolean;
  isEnabledInCurrentEnvironment: boolean;
  hasUnsatisfiedDependency: boolean;
  variant: FeatureVariantResponse;
  variants: NamedFeature['variants'];
  strategies: EvaluatedStrategiesResponse;
}

/** Builds the path for editing a strategy. */
export type EditLink = (feature: NamedFeature, strategy: NamedStrategy) => string;

/**
 * Evaluates features of one environment for one context. The official SDK decides which features
 * are enabled and which variants apply.
 */
export class Evaluation {
  private readonly client: SdkClient;
  private readonly strategies: Map<string, Strategy>;
  private readonly segments: Map<number, ClientSegment>;
  private readonly prepared: PreparedContext;

  constructor(
    { features, segments }: NamedFeatures,
    private readonly context: SdkContext,
    private readonly editLink: EditLink,
    preparation: ConstraintPreparation,
  ) {
    // SDKs do not get disabled strategies.
    const served = new Map(
      features.map((one) => [
        one.name,
        { ...one, strategies: one.strategies.filter((s) => !s.disabled) },
      ]),
    );
    this.segments = new Map(segments.map((one) => [one.id, one]));
    const source = {
      getToggle: (name: string) => served.get(name),
      getSegment: (id: number) => this.segments.get(id),
    };
    ({ client: this.client, strategies: this.strategies } = sdkFor(source));
    this.prepared = preparation.for(context, source);
  }

  /**
   * To be called before {@link of}.
   * @throws BadDataError when the feature takes too long to evaluate.
   */
  async prepare(feature: NamedFeature, slice: TimeSlice): Promise<void> {
    if (!this.prepared.isLong(feature)) return;
    await this.prepared.prepare(feature, slice, { isThorough: true });
  }

  /** The result of a feature, which must be one of this evaluation. */
  of(feature: NamedFeature): EvaluatedFeature {
    const { name, enabled, payload, feature_enabled } = this.client.getVariant(
      feature.name,
      this.context,
    );
    const on = { feature_enabled, featureEnabled: feature_enabled };
    const data = feature.strategies.map((strategy) => this.strategy(feature, strategy));
    return {
      isEnabled: feature_enabled,
      isEnabledInCurrentEnvironment: feature.enabled,
      hasUnsatisfiedDependency: !this.client.isParentDependencySatisfied(feature, this.context),
      variant: { name, enabled, ...(payload ? { payload } : {}), ...on },
      variants:
        data.find((one) => one.result.enabled === true)?.result.variants ?? feature.variants,
      strategies: { result: data.length === 0 ? feature.enabled : together(data), data },
    };
  }

  private strategy(feature: NamedFeature, strategy: NamedStrategy): EvaluatedStrategyResponse {
    const constraints = strategy.constraints.map((one) => this.constraint(one));
    const segments = strategy.segments
      .flatMap((id) => this.segments.get(id) ?? [])
      .map((one) => this.segment(one));
    const admitted = [...constraints, ...segments].every((one) => one.result);
    return {
      name: strategy.name,
      id: strategy.id,
      ...(strategy.title === null ? {} : { title: strategy.title }),
      result: this.result(strategy, admitted),
      disabled: strategy.disabled,
      segments,
      constraints,
      parameters: strategy.parameters,
      links: { edit: this.editLink(feature, strategy) },
    };
  }

  private result(strategy: NamedStrategy, admitted: boolean): StrategyResultResponse {
    if (strategy.disabled) return { evaluationStatus: 'unevaluated', enabled: 'unknown' };
    const decider = this.strategies.get(strategy.name);
    if (!decider) return { evaluationStatus: 'incomplete', enabled: admitted ? 'unknown' : false };
    const variants = strategy.variants as Parameters<Strategy['getResult']>[3];
    const result = decider.getResult(
      strategy.parameters,
      this.context,
      this.client.yieldConstraintsFor(strategy),
      variants,
    );
    if (!result.enabled) return { evaluationStatus: 'complete', enabled: false };
    if (strategy.variants.length === 0) return { evaluationStatus: 'complete', enabled: true };
    return {
      evaluationStatus: 'complete',
      enabled: true,
      variant: result.variant ?? null,
      variants: strategy.variants,
    };
  }

  private segment({ id, name, constraints }: ClientSegment): EvaluatedSegmentResponse {
    const evaluated = constraints.map((one) => this.constraint(one));
    return { id, name, result: evaluated.every((one) => one.result), constraints: evaluated };
  }

  private constraint(constraint: ConstraintResponse): EvaluatedConstraintResponse {
    return {
      inverted: false,
      values: [],
      ...constraint,
      result: checkConstraint(constraint, this.context),
    };
  }
}

/**
 * The combined result of strategies, independent of whether the feature is on in the environment:
 * one match is enough. Disabled ones are unknown, as in the reference.
 */
function together(strategies: EvaluatedStrategyResponse[]): EvaluatedStrategiesResponse['result'] {
  const results = strategies.map((one) => one.result.enabled);
  if (results.includes(true)) return true;
  return results.includes('unknown') ? 'unknown' : false;
}
