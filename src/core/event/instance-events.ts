import type { Added, Changed, Entries, InProject, Kind, Removed } from './event-kind.js';
import type { TagPayload } from './feature-events.js';

/** Somebody who cosigns checkpoints of the audit log. */
interface AuditWitnessPayload {
  id: number;
  name: string;
  /** Its Ed25519 key in base64url. */
  publicKey: string;
}

/** A tag type; `description` and `icon` as far as they were sent. */
interface TagTypePayload {
  name: string;
  description?: string | null;
  icon?: string | null;
}

/** A segment. */
export interface SegmentPayload {
  id: number;
  name: string;
  description: string | null;
  constraints: object[];
  createdBy: string | null;
  createdAt: string;
  /** The only project that can use it; absent for a global segment. */
  project?: string;
}

/** The editable properties of an application. */
export interface ApplicationPayload {
  appName: string;
  description: string | null;
  strategies: string[];
  url: string | null;
  color: string | null;
  icon: string | null;
}

/** A context field. */
export interface ContextFieldPayload {
  name: string;
  description: string | null;
  stickiness: boolean;
  sortOrder: number;
  legalValues: object[];
  /** The project that it belongs to; absent for none. */
  project?: string;
  createdAt: string;
}

/** A banner. */
interface BannerPayload {
  id: number;
  message: string;
  enabled: boolean;
  variant: string;
  sticky: boolean;
  icon: string | null;
  link: string | null;
  linkText: string | null;
  dialogTitle: string | null;
  dialog: string | null;
  createdAt: string;
}

/** A strategy definition. */
interface StrategyDefinitionPayload {
  name: string;
  displayName: string | null;
  title: string | null;
  description: string | null;
  editable: boolean;
  deprecated: boolean;
  parameters: object[];
}

/** Only the name of what changed. */
interface NamePayload {
  name: string;
}

/** A feature type. */
interface FeatureTypePayload {
  id: string;
  name: string;
  description: string;
  lifetimeDays: number | null;
}

/** An integration, without the secrets among its parameters. */
export interface AddonPayload {
  id: number;
  provider: string;
  description: string | null;
  enabled: boolean;
  parameters: object;
  events: string[];
  projects: string[];
  environments: string[];
  createdAt: string;
}

/** Events about what all projects share. */
export type InstanceEvent =
  | Kind<'tag-created' | 'tag-deleted', Partial<InProject>, Added<TagPayload>>
  | Kind<'tag-type-created' | 'tag-type-updated', unknown, Added<TagTypePayload>>
  | Kind<'tag-type-deleted', unknown, Removed<TagTypePayload>>
  | Kind<'segment-created', Partial<InProject>, Added<SegmentPayload>>
  | Kind<'segment-updated', Partial<InProject>, Changed<SegmentPayload>>
  | Kind<'segment-deleted', Partial<InProject>, Removed<SegmentPayload>>
  | Kind<'application-created', Partial<InProject>, Added<ApplicationPayload>>
  | Kind<'application-updated', Partial<InProject>, Changed<ApplicationPayload>>
  | Kind<'application-deleted', Partial<InProject>, Removed<ApplicationPayload>>
  | Kind<'banner-created', unknown, Added<BannerPayload>>
  | Kind<'banner-updated', unknown, Changed<BannerPayload>>
  | Kind<'banner-deleted', unknown, Removed<BannerPayload>>
  | Kind<'context-field-created', Partial<InProject>, Added<ContextFieldPayload>>
  | Kind<'context-field-updated', Partial<InProject>, Changed<ContextFieldPayload>>
  | Kind<'context-field-deleted', Partial<InProject>, Removed<ContextFieldPayload>>
  | Kind<'strategy-created' | 'strategy-updated', unknown, Added<StrategyDefinitionPayload>>
  | Kind<
      'strategy-deleted' | 'strategy-deprecated' | 'strategy-reactivated',
      unknown,
      Added<NamePayload>
    >
  | Kind<'feature-type-updated', unknown, Changed<FeatureTypePayload>>
  | Kind<'audit-witness-created', unknown, Added<AuditWitnessPayload>>
  | Kind<'audit-witness-deleted', unknown, Removed<AuditWitnessPayload>>
  | Kind<'addon-config-created', unknown, Added<AddonPayload>>
  | Kind<'addon-config-updated', unknown, Changed<AddonPayload>>
  | Kind<'addon-config-deleted', unknown, Removed<AddonPayload>>;

const BANNERS = { anyOf: ['UPDATE_INSTANCE_BANNERS'] } as const;

/** What holds for them. */
export const INSTANCE_EVENTS = {
  'audit-witness-created': ['log', 'nothing', 'Delete the witness instead.'],
  'audit-witness-deleted': ['log', 'nothing', 'Register the witness again instead.'],
  'feature-type-updated': ['everyone', 'nothing'],
  'segment-created': ['everyone', 'segment'],
  'segment-updated': ['everyone', 'segment'],
  'segment-deleted': ['everyone', 'segment'],
  'tag-created': ['everyone', 'nothing'],
  'tag-deleted': ['everyone', 'tag'],
  'tag-type-created': ['everyone', 'nothing'],
  'tag-type-updated': ['everyone', 'nothing'],
  'tag-type-deleted': ['everyone', 'tag-type'],
  'application-created': ['everyone', 'nothing'],
  'application-updated': ['everyone', 'nothing'],
  'application-deleted': ['everyone', 'nothing'],
  'banner-created': [BANNERS, 'nothing', 'Delete the banner instead.'],
  'banner-updated': [BANNERS, 'nothing', 'Change the banner again instead.'],
  'banner-deleted': [BANNERS, 'nothing', 'Create the banner again instead.'],
  'context-field-created': ['everyone', 'nothing'],
  'context-field-updated': ['everyone', 'nothing'],
  'context-field-deleted': ['everyone', 'nothing'],
  'strategy-created': ['everyone', 'nothing'],
  'strategy-updated': ['everyone', 'nothing'],
  'strategy-deleted': ['everyone', 'nothing'],
  'strategy-deprecated': ['everyone', 'nothing'],
  'strategy-reactivated': ['everyone', 'nothing'],
  'addon-config-created': ['everyone', 'nothing'],
  'addon-config-updated': ['everyone', 'nothing'],
  'addon-config-deleted': ['everyone', 'nothing'],
} as const satisfies Entries<InstanceEvent>;
