/** A safeguard of a feature in an environment. */
export interface FeatureSafeguardPayload {
  safeguard: object;
  /** For how many minutes its limit has to be crossed. */
  forMinutes: number;
}

/** A safeguard that turned its feature off. */
export interface TriggeredSafeguardPayload extends FeatureSafeguardPayload {
  /** What it measured. */
  value: number;
  /** What it measured, and the limit, in a sentence. */
  reason: string;
}
