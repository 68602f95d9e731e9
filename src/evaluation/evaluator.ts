import type { ClientFeature, ClientFeatures, ClientSegment } from '../client/client-features.js';
import { lastingSdk, type SdkClient, type SdkContext, type SdkVariant } from './sdk.js';

/** The features of one environment, to be evaluated for whatever context. What is on, and in which variant, is the official SDK's word. */
export class Evaluator {
  /** As long as features do not change, they are the same object, and so is what evaluates them. */
  private static readonly made = new WeakMap<ClientFeatures, Evaluator>();

  private readonly client: SdkClient;
  private readonly byName: ReadonlyMap<string, ClientFeature>;

  private constructor(private readonly told: ClientFeatures) {
    this.byName = new Map(told.features.map((one) => [one.name, one]));
    const segments = new Map<number, ClientSegment>(told.segments.map((one) => [one.id, one]));
    this.client = lastingSdk({ getToggle: (name) => this.byName.get(name), getSegment: (id) => segments.get(id) });
  }

  static of(features: ClientFeatures): Evaluator {
    const evaluator = this.made.get(features) ?? new Evaluator(features);
    this.made.set(features, evaluator);
    return evaluator;
  }

  /** All features, in the order in which SDKs are told them. */
  get features(): readonly ClientFeature[] {
    return this.told.features;
  }

  find(name: string): ClientFeature | undefined {
    return this.byName.get(name);
  }

  /** Whether a feature is on for a context (`feature_enabled`), and in which variant: one decision, so that the two always agree. */
  variantOf({ name }: ClientFeature, context: SdkContext): SdkVariant {
    return this.client.getVariant(name, context);
  }
}
