/** The feature in a path below `/events`. */
export class EventFeatureParams {
  /** Name of the feature. Events outlive their feature, so it may have been deleted. */
  featureName: string;
}
