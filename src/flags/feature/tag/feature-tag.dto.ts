/** A feature in a path without project; names are unique across all projects. */
export class FeatureNameParams {
  /** Name of the feature. */
  featureName: string;
}

/** A tag of a feature in a path. */
export class FeatureTagParams extends FeatureNameParams {
  /** Name of the tag type. */
  type: string;
  /** Value of the tag. */
  value: string;
}
