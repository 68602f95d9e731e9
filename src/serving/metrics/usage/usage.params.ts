/** A feature in a path of usage. */
export class ReportedFeatureParams {
  /** Name of the feature, which need not exist. */
  name: string;
}
