/** A feature in a path without project. */
export class ArchivedFeatureParams {
  /** Name of the feature. */
  featureName: string;
}
