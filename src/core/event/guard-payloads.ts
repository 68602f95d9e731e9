/** What a project does about turning off or archiving features that are in use. */
export interface GuardPayload {
  id: string;
  guard: string;
}

/** Why features were turned off or archived in any case. */
export interface ForcedPayload {
  reason: string;
}
