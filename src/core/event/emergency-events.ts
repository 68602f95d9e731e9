import type {
  Added,
  Entries,
  InFeature,
  InFeatureEnvironment,
  InProject,
  InProjectEnvironment,
  Kind,
  Removed,
} from './event-kind.js';

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
interface FeatureSafeguardPayload {
  safeguard: object;
  /** For how many minutes its limit has to be crossed. */
  forMinutes: number;
}

/** A safeguard that turned its feature off. */
interface TriggeredSafeguardPayload extends FeatureSafeguardPayload {
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
interface ReceivedSignalPayload extends Omit<SignalPayload, 'tags'> {
  /** The beginning of what was sent with it, as JSON; null for nothing. */
  payload: string | null;
}

/** Events about ways to turn features off in an emergency. */
export type EmergencyEvent =
  | Kind<'feature-safeguard-set', InFeatureEnvironment, Added<FeatureSafeguardPayload>>
  | Kind<'feature-safeguard-removed', InFeatureEnvironment, Removed<FeatureSafeguardPayload>>
  | Kind<'feature-safeguard-triggered', InFeatureEnvironment, Added<TriggeredSafeguardPayload>>
  | Kind<
      'emergency-link-created',
      InProjectEnvironment & Partial<InFeature>,
      Added<EmergencyLinkPayload>
    >
  | Kind<
      'emergency-link-revoked',
      InProjectEnvironment & Partial<InFeature>,
      Removed<EmergencyLinkPayload>
    >
  | Kind<'signal-created', InProject, Added<SignalPayload>>
  | Kind<'signal-deleted', InProject, Removed<SignalPayload>>
  | Kind<'signal-received', InProject, Added<ReceivedSignalPayload>>;

/** What holds for them. */
export const EMERGENCY_EVENTS = {
  'feature-safeguard-set': ['everyone', 'nothing', 'Change or remove the safeguard instead.'],
  'feature-safeguard-removed': ['everyone', 'nothing', 'Set the safeguard again instead.'],
  'feature-safeguard-triggered': [
    'everyone',
    'nothing',
    'Undo what it changed instead: with scope=change, or that event.',
  ],
  'signal-created': ['everyone', 'nothing', 'Delete the signal instead.'],
  'signal-deleted': ['everyone', 'nothing', 'Create another signal instead.'],
  'signal-received': [
    'everyone',
    'nothing',
    'Undo what it changed instead: with scope=change, or those events.',
  ],
  'emergency-link-created': ['everyone', 'nothing', 'Revoke the emergency link instead.'],
  'emergency-link-revoked': ['everyone', 'nothing', 'Create another emergency link instead.'],
} as const satisfies Entries<EmergencyEvent>;
