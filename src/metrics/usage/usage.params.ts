/** A feature that usage is asked of, as paths name it. */
export class ReportedFeatureParams {
  /** Name of the feature; it need not exist. */
  name: string;
}
