import { FeatureParams } from '../feature.params.js';

/** A link of a feature in a path. */
export class FeatureLinkParams extends FeatureParams {
  /** Id of the link, as the feature shows it. */
  linkId: string;
}
