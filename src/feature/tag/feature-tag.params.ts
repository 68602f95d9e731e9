/** A feature by its name alone, which is unique over all projects, as some paths name it. */
export class FeatureNameParams {
  /** Name of the feature. */
  featureName: string;
}

/** A tag of a feature, as paths name it. */
export class FeatureTagParams extends FeatureNameParams {
  /** Name of the tag type. */
  type: string;
  /** Value of the tag. */
  value: string;
}
