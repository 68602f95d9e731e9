/**
 * The payloads `data` and `preData` of each event type. SDK snapshots, the filter of private
 * projects and the labels of the audit log read these keys; see `event.types.ts`. Those about
 * accounts, tokens and roles are in `access-payloads.ts`.
 */

/** A feature without its environments. */
export interface FeaturePayload {
  name: string;
  project: string;
  type: string;
  description: string | null;
  stale: boolean;
  impressionData: boolean;
  createdAt: string;
  lastSeenAt: string | null;
  archivedAt: string | null;
  archived: boolean;
}

/** Somebody who cosigns checkpoints of the audit log. */
export interface AuditWitnessPayload {
  id: number;
  name: string;
  /** Its Ed25519 key in base64url. */
  publicKey: string;
}

/** A plan of files that was carried out in a project. */
export interface AppliedCodePayload {
  /** Label of the folder. */
  owner: string;
  /** Hash of the plan. */
  hash: string;
  /** How many features were created; the others likewise. */
  create?: number;
  change?: number;
  adopt?: number;
  delete?: number;
  release?: number;
}

/** A move from another service. */
export interface MoveInPayload {
  /** The id of the other instance. */
  source: string;
  /** How many features of the project and environment were moved. */
  count: number;
}

/** The outcome of a completed feature. */
export interface CompletionPayload {
  status: string;
  statusValue?: string;
  kept: boolean;
}

/** A parent feature that another depends on. */
export interface DependencyPayload {
  feature: string;
  enabled: boolean;
  variants?: string[];
}

/** Only the parent of a dependency that was removed. */
export type RemovedDependencyPayload = Pick<DependencyPayload, 'feature'>;

/** Dependencies of a feature that were removed or replaced. */
export interface DependenciesPayload {
  dependencies: DependencyPayload[];
}

/** The variants of a feature in one environment. */
export interface VariantsPayload {
  variants: readonly { name: string }[];
}

/** An activation strategy of a feature in one environment. */
export interface StrategyPayload {
  id: string;
  name: string;
  title: string | null;
  disabled: boolean;
  sortOrder: number;
  segments?: number[];
  constraints: object[];
  variants: object[];
  parameters: Record<string, string>;
  /** Of a strategy that belongs to a milestone of a release plan. */
  milestoneId?: string;
  /** Of a removed strategy, with microseconds, since it orders strategies of equal position. */
  createdAt?: string;
}

/** The default strategy of new features in a project. */
export interface DefaultStrategyPayload {
  name: string;
  title?: string | null;
  disabled?: boolean;
  sortOrder?: number;
  segments?: number[];
  constraints?: object[];
  variants?: object[];
  parameters?: Record<string, string>;
}

/** The strategies of a feature in one environment, in their order. */
export interface StrategyOrderPayload {
  strategyIds: string[];
}

/** A tag. */
export interface TagPayload {
  type: string;
  value: string;
}

/** A link of a feature to a page elsewhere. */
export interface FeatureLinkPayload {
  id: string;
  url: string;
  title: string | null;
}

/** What payloads of a feature have to be. */
export interface PayloadSchemaPayload {
  schema: object;
  enforcement: 'refuse' | 'warn';
}

/** What a scan of a repository has changed. */
export interface CodeReferencesPayload extends CodeRepositoryPayload {
  /** Absent in events of earlier versions, as is whether the scan was complete. */
  urlTemplate?: string | null;
  complete?: boolean;
  referenceCount: number;
  added: number;
  removed: number;
}

/** What a certificate states: what everybody always got. */
export interface RemovalCertificatePayload {
  state: 'on' | 'off';
  variant: string | null;
  since: string;
  evaluations: number;
  validUntil: string;
}

/** A repository that was scanned for names of features. */
export interface CodeRepositoryPayload {
  repository: string;
  revision: string | null;
}

/** A tag type; `description` and `icon` as far as they were sent. */
export interface TagTypePayload {
  name: string;
  description?: string | null;
  icon?: string | null;
}

/** The query of an export, and its actor. */
export interface ExportPayload {
  environment: string;
  features: string[] | undefined;
  tag: string | undefined;
  project: string | undefined;
  auditUser: { id: number; username: string };
}

/** The feature that became a favorite. */
export interface FavoriteFeaturePayload {
  feature: string;
}

/** The project that became a favorite. */
export interface FavoriteProjectPayload {
  project: string;
}

/** A project. */
export interface ProjectPayload {
  id: string;
  name: string;
  description?: string | null;
  mode: string;
  defaultStickiness: string;
  featureLimit: number | null;
}

/** Whether a project requires confirmations in production. */
export interface ConfirmationPayload {
  id: string;
  confirmInProduction: string | null;
}

/** A template of a feature or a project; the digest tells when what it makes changes. */
export interface TemplatePayload {
  id: number;
  kind: string;
  name: string;
  description: string | null;
  parameters: object[];
  digest: string;
}

/** What was made from which template. */
export interface UsedTemplatePayload {
  id: number;
  name: string;
  kind: string;
  made: string;
}

/** Rules for what is saved. */
export interface PolicyPayload {
  enforcement: 'refuse' | 'warn';
  namePattern?: string;
  nameExample?: string;
  requiredTags?: string[];
  ownerRequired?: boolean;
  maxAgeDays?: number;
  forbiddenStrategies?: string[];
  requiredConstraints?: string[];
  requiredApprovals?: number;
}

/** A deleted private project: its history stays private. */
export interface PrivateProjectPayload {
  mode: 'private';
}

/** An environment. */
export interface EnvironmentPayload {
  name: string;
  type: string;
  enabled: boolean;
  protected: boolean;
  sortOrder: number;
  /** The environment that it was copied from. */
  clonedFrom?: string;
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
export interface BannerPayload {
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
export interface StrategyDefinitionPayload {
  name: string;
  displayName: string | null;
  title: string | null;
  description: string | null;
  editable: boolean;
  deprecated: boolean;
  parameters: object[];
}

/** Only the name of what changed. */
export interface NamePayload {
  name: string;
}

/** A feature type. */
export interface FeatureTypePayload {
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

/** The projects between which a feature was moved. */
export interface ProjectChangePayload {
  oldProject: string;
  newProject: string;
}

/** What a project does about turning off or archiving features that are in use. */
export interface GuardPayload {
  id: string;
  guard: string;
}

/** Why features were turned off or archived in any case. */
export interface ForcedPayload {
  reason: string;
}
