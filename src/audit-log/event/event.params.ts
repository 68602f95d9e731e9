/** A feature, as paths of events name it. */
export class EventFeatureParams {
  /** Name of the feature; events stay when their feature is deleted. */
  featureName: string;
}
