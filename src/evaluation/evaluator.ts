import type { ClientFeature } from '../sdk-api/client-features.js';
import type { EvaluableFeatures } from '../sdk-api/snapshot/evaluable-cache.js';
import { TimeSlice } from '../sandbox/time-slice.js';
import { lastingSdk, type SdkClient, type SdkContext, type SdkVariant } from './sdk.js';

/**
 * The features of one environment, to be evaluated for whatever context. What is on, and in which
 * variant, is the official SDK's word.
 */
export class Evaluator {
  /** As long as features do not change, they are the same object, and so is what evaluates them. */
  private static readonly made = new WeakMap<EvaluableFeatures, Evaluator>();

  /** All features, oldest first. */
  readonly features: readonly ClientFeature[];
  private readonly client: SdkClient;

  private constructor(private readonly told: EvaluableFeatures) {
    this.features = [...told.features.values()];
    this.client = lastingSdk({
      getToggle: (name) => told.features.get(name),
      getSegment: (id) => told.segments.get(id),
    });
  }

  static of(features: EvaluableFeatures): Evaluator {
    const evaluator = this.made.get(features) ?? new Evaluator(features);
    this.made.set(features, evaluator);
    return evaluator;
  }

  /** A feature by its name. */
  find(name: string): ClientFeature | undefined {
    return this.told.features.get(name);
  }

  /**
   * Makes something of every feature, oldest first, in slices: very many take longer than others
   * should wait.
   */
  async each<T>(make: (feature: ClientFeature) => T): Promise<T[]> {
    const slice = new TimeSlice();
    const made: T[] = [];
    for (const feature of this.features) {
      made.push(make(feature));
      if (slice.isOver) await slice.pause();
    }
    return made;
  }

  /**
   * Whether a feature is on for a context (`feature_enabled`), and in which variant: one decision,
   * so that the two always agree.
   */
  variantOf({ name }: ClientFeature, context: SdkContext): SdkVariant {
    return this.client.getVariant(name, context);
  }
}
