/** A link with which somebody who is not signed in can turn features off. */
export interface EmergencyLinkPayload {
  emergencyLinkId: number;
  /** The tag whose features it turns off; null when it is for a feature. */
  tag: { type: string; value: string } | null;
  reason: string | null;
  singleUse: boolean;
  expiresAt: string;
}
