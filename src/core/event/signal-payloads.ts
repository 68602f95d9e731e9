/** A signal, and what it turns off. */
export interface SignalPayload {
  signalId: number;
  name: string;
  targets: { feature: string; environment: string }[];
}

/** A signal that was received. */
export interface ReceivedSignalPayload extends SignalPayload {
  /** The beginning of what was sent with it, as JSON; null for nothing. */
  payload: string | null;
}
