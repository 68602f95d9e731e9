import type { ClientFeature } from '../sdk-api/client-features.js';
import type { EvaluableFeatures } from '../sdk-api/snapshot/evaluable-cache.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { ConstraintPreparation } from './constraint-preparation.js';
import {
  type FeatureSource,
  lastingSdk,
  type SdkClient,
  type SdkContext,
  type SdkVariant,
} from './sdk.js';

/**
 * Evaluates the features of one environment for any context. The official SDK decides which
 * features are enabled and which variants apply.
 */
export class Evaluator {
  /** Evaluators by feature set, which stays the same object while features do not change. */
  private static readonly made = new WeakMap<EvaluableFeatures, Evaluator>();

  /** All features, oldest first. */
  readonly features: readonly ClientFeature[];
  private readonly client: SdkClient;
  private readonly source: FeatureSource;

  private constructor(private readonly evaluable: EvaluableFeatures) {
    this.features = [...evaluable.features.values()];
    this.source = {
      getToggle: (name) => evaluable.features.get(name),
      getSegment: (id) => evaluable.segments.get(id),
    };
    this.client = lastingSdk(this.source);
  }

  static of(features: EvaluableFeatures): Evaluator {
    const evaluator = this.made.get(features) ?? new Evaluator(features);
    this.made.set(features, evaluator);
    return evaluator;
  }

  /** A feature by name. */
  find(name: string): ClientFeature | undefined {
    return this.evaluable.features.get(name);
  }

  /**
   * Evaluates every feature for a context, oldest first, in time slices, so that other requests are
   * served in between.
   * @throws BadDataError when it takes too long.
   */
  async forEach(
    context: SdkContext,
    preparation: ConstraintPreparation,
    work: (feature: ClientFeature, variant: SdkVariant) => void,
  ): Promise<void> {
    const prepared = preparation.for(context, this.source);
    const slice = new TimeSlice();
    for (const feature of this.features) {
      if (slice.isOver) await slice.pause();
      if (prepared.isLong(feature)) await prepared.prepare(feature, slice);
      work(feature, this.client.getVariant(feature.name, context));
    }
  }

  /**
   * Whether a feature is on for a context (`feature_enabled`), and in which variant: one decision,
   * so that the two always agree.
   * @throws BadDataError when it takes too long.
   */
  async variantOf(
    feature: ClientFeature,
    context: SdkContext,
    preparation: ConstraintPreparation,
  ): Promise<SdkVariant> {
    const prepared = preparation.for(context, this.source);
    if (prepared.isLong(feature)) await prepared.prepare(feature, new TimeSlice());
    return this.client.getVariant(feature.name, context);
  }
}
