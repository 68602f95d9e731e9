/** A link with which somebody who is not signed in can turn features off. */
export interface EmergencyLinkPayload {
  emergencyLinkId: number;
  /** The tag whose features it turns off; null when it is for a feature. */
  tag: { type: string; value: string } | null;
  reason: string | null;
  singleUse: boolean;
  expiresAt: string;
}

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

/** A tag whose features a signal turns off in an environment. */
export interface SignalTagPayload {
  type: string;
  value: string;
  environment: string;
}

/** A signal, and what it turns off. */
export interface SignalPayload {
  signalId: number;
  name: string;
  targets: { feature: string; environment: string }[];
  /** Absent in events of signals from when they had no tags. */
  tags?: SignalTagPayload[];
}

/** A signal that was received; `targets` are all features that it turned off. */
export interface ReceivedSignalPayload extends Omit<SignalPayload, 'tags'> {
  /** The beginning of what was sent with it, as JSON; null for nothing. */
  payload: string | null;
}
