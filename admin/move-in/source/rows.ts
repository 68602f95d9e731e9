// The rows that are moved, with the property names of this service. Ids and keys are those of the
// source, as text. Times are ISO 8601. Properties whose content is checked before it is written are
// `unknown`.

/** An environment. */
export interface EnvironmentRow {
  name: string;
  type: string;
  sortOrder: number;
  enabled: boolean;
  protected: boolean;
  createdAt: string | null;
}

/** A project with its settings. */
export interface ProjectRow {
  id: string;
  name: string;
  description: string | null;
  mode: string;
  defaultStickiness: string;
  featureLimit: number | null;
  featureNaming: { pattern: string; example: string | null; description: string | null } | null;
  linkTemplates: unknown;
  createdAt: string | null;
  updatedAt: string | null;
  archivedAt: string | null;
  environments: { environment: string; defaultStrategy: unknown }[];
}

/** A tag type. */
export interface TagTypeRow {
  name: string;
  description: string | null;
  icon: string | null;
  color: string | null;
}

/** A tag. */
export interface TagRow {
  type: string;
  value: string;
}

/** A context field. */
export interface ContextFieldRow {
  name: string;
  description: string | null;
  stickiness: boolean;
  sortOrder: number;
  legalValues: unknown;
  project: string | null;
  createdAt: string | null;
}

/** A custom strategy definition. */
export interface StrategyDefinitionRow {
  name: string;
  title: string | null;
  displayName: string | null;
  description: string | null;
  parameters: unknown;
  deprecated: boolean;
  sortOrder: number;
  createdAt: string | null;
}

/** A segment. */
export interface SegmentRow {
  id: string;
  name: string;
  description: string | null;
  project: string | null;
  constraints: unknown;
  createdBy: string | null;
  createdAt: string | null;
}

/** A role with its permissions. */
export interface RoleRow {
  id: string;
  name: string;
  description: string;
  /** `root-custom` or `custom` for a role of the source, `root` or `project` for built-in ones. */
  type: string;
  createdAt: string | null;
  permissions: { permission: string; environment: string | null }[];
}

/** A user or service account. */
export interface UserRow {
  id: string;
  kind: 'user' | 'service-account';
  name: string | null;
  username: string | null;
  email: string | null;
  /** bcrypt; null when there is none. */
  passwordHash: string | null;
  /** Id of the root role; null for none. */
  rootRole: string | null;
  createdAt: string | null;
  seenAt: string | null;
}

/** A group with its members. */
export interface GroupRow {
  id: string;
  name: string;
  description: string | null;
  createdBy: string | null;
  createdAt: string | null;
  rootRole: string | null;
  mappingsSso: string[];
  members: { user: string; createdBy: string | null; joinedAt: string | null }[];
}

/** A role of a user or of a group in a project. */
export interface ProjectRoleRow {
  project: string;
  user: string | null;
  group: string | null;
  role: string;
  addedAt: string | null;
}

/** A feature with its parts. */
export interface FeatureRow {
  name: string;
  project: string;
  type: string;
  description: string | null;
  stale: boolean;
  impressionData: boolean;
  createdAt: string | null;
  /** Id of a user; null when unknown. */
  createdBy: string | null;
  archivedAt: string | null;
  environments: { environment: string; enabled: boolean; variants: unknown }[];
  strategies: StrategyRow[];
  tags: TagRow[];
  links: { url: string; title: string | null }[];
  stages: { stage: string; enteredAt: string; status: string | null; value: string | null }[];
  lastSeen: { environment: string; at: string }[];
}

/** A strategy of a feature in an environment. */
export interface StrategyRow {
  id: string;
  environment: string;
  name: string;
  title: string | null;
  disabled: boolean;
  sortOrder: number;
  parameters: unknown;
  constraints: unknown;
  variants: unknown;
  /** Ids of segments. */
  segments: string[];
  createdAt: string | null;
}

/** A dependency of a feature on a parent. */
export interface DependencyRow {
  child: string;
  parent: string;
  enabled: boolean;
  variants: string[] | null;
}

/** A favorite of a user. */
export interface FavoriteRow {
  user: string;
  feature: string | null;
  project: string | null;
  createdAt: string | null;
}

/** An API token. */
export interface ApiTokenRow {
  /** SHA-256 of the secret, hexadecimal. The secret itself is not kept. */
  hash: string;
  name: string;
  type: string;
  /** Null for all environments. */
  environment: string | null;
  /** Whether it is for all projects; then `projects` is empty. */
  isForAll: boolean;
  projects: string[];
  alias: string | null;
  createdBy: string | null;
  createdAt: string | null;
  expiresAt: string | null;
  seenAt: string | null;
}

/** A personal token. */
export interface PersonalTokenRow {
  hash: string;
  user: string;
  description: string;
  createdAt: string | null;
  expiresAt: string | null;
  seenAt: string | null;
}

/** An event of the audit log. */
export interface EventRow {
  /** Id at the source; events are moved in this order. */
  id: number;
  type: string;
  createdAt: string;
  createdBy: string;
  createdByUser: string | null;
  feature: string | null;
  project: string | null;
  environment: string | null;
  data: unknown;
  preData: unknown;
  tags: unknown;
  address: string | null;
}

/** Usage of a feature by an application in an environment within an hour. */
export interface MetricRow {
  feature: string;
  application: string;
  environment: string;
  hour: string;
  yes: number;
  no: number;
}

/** Usage of a variant. */
export interface VariantMetricRow {
  feature: string;
  application: string;
  environment: string;
  hour: string;
  variant: string;
  count: number;
}

/** An application. */
export interface ApplicationRow {
  name: string;
  createdAt: string | null;
  seenAt: string | null;
  updatedAt: string | null;
  createdBy: string | null;
  strategies: string[];
  description: string | null;
  url: string | null;
  color: string | null;
  icon: string | null;
  usage: { project: string; environment: string }[];
}

/** An SDK instance. */
export interface InstanceRow {
  application: string;
  environment: string;
  instance: string;
  sdkVersion: string | null;
  address: string | null;
  createdAt: string | null;
  seenAt: string | null;
}

/** The rows of each kind, in the order in which they are moved: each refers to earlier ones. */
export interface Rows {
  environments: EnvironmentRow;
  projects: ProjectRow;
  tagTypes: TagTypeRow;
  tags: TagRow;
  contextFields: ContextFieldRow;
  strategies: StrategyDefinitionRow;
  segments: SegmentRow;
  roles: RoleRow;
  users: UserRow;
  groups: GroupRow;
  projectRoles: ProjectRoleRow;
  features: FeatureRow;
  dependencies: DependencyRow;
  favorites: FavoriteRow;
  applications: ApplicationRow;
  instances: InstanceRow;
  metrics: MetricRow;
  variantMetrics: VariantMetricRow;
  events: EventRow;
  apiTokens: ApiTokenRow;
  personalTokens: PersonalTokenRow;
}

export type Kind = keyof Rows;

/** Every kind with its name for people. Tokens come last: SDKs find everything else then. */
export const KINDS: Readonly<Record<Kind, string>> = {
  environments: 'environments',
  projects: 'projects',
  tagTypes: 'tag types',
  tags: 'tags',
  contextFields: 'context fields',
  strategies: 'custom strategies',
  segments: 'segments',
  roles: 'roles',
  users: 'users',
  groups: 'groups',
  projectRoles: 'roles in projects',
  features: 'features',
  dependencies: 'dependencies',
  favorites: 'favorites',
  applications: 'applications',
  instances: 'SDK instances',
  metrics: 'hours of usage',
  variantMetrics: 'hours of variants',
  events: 'events',
  apiTokens: 'API tokens',
  personalTokens: 'personal tokens',
};
