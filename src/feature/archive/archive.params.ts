/** A feature by its name alone, as the paths of the archive name it. */
export class ArchivedFeatureParams {
  /** Name of the feature. */
  featureName: string;
}
