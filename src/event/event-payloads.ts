/**
 * The payloads `data` and `preData` of each event type. SDK snapshots, the filter of private
 * projects and the labels of the audit log read these keys; see `event.types.ts`.
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

/** A login: the user and the method. */
export interface LoginPayload {
  id: number;
  authType: string;
  secondFactor?: string;
}

/** A failed login and the reason. */
export interface FailedLoginPayload {
  authType: string;
  failureReason: string;
  /** How many earlier failures were not recorded one by one. */
  failuresBefore?: number;
  /** The user that the identity would have been linked to. */
  userId?: number;
  identity?: object;
}

/** The id of the user. */
export interface UserIdPayload {
  id: number;
}

/** The use of an API token from an address. */
export interface TokenUsePayload {
  id: string;
  tokenName: string;
  type: string;
  projects: readonly string[];
}

/** The use of a personal token from an address. */
export interface PersonalTokenUsePayload {
  id: number;
  description: string;
}

/** An API token without its secret. */
export interface ApiTokenPayload {
  id: string;
  tokenName: string;
  username: string;
  type: string;
  environment: string;
  /** The projects, separated by commas. */
  project: string;
  projects: string[];
  expiresAt: string | null;
  createdAt: string;
  seenAt: string | null;
  alias: string | null;
}

/** A personal token, with its secret masked. */
export interface PersonalTokenPayload {
  id: number;
  secret: '***';
  description: string;
  userId: number;
  expiresAt: string;
  createdAt: string;
  seenAt: string | null;
  scope?: object;
}

/** Who set the password of which user. */
export interface PasswordChangePayload {
  id: number;
  by: string;
}

/** A second factor of a user. */
export interface SecondFactorPayload {
  id: number;
  kind: 'totp' | 'passkey';
  /** Id of the passkey. */
  passkey?: number;
  name: string;
}

/** How many second factors of a user were removed. */
export interface SecondFactorResetPayload {
  id: number;
  totp: number;
  passkeys: number;
  recoveryCodes: number;
}

/** How many recovery codes a user got. */
export interface RecoveryCodesPayload {
  id: number;
  codes: number;
}

/** How many recovery codes a user has left. */
export interface RecoveryCodeUsePayload {
  id: number;
  left: number;
}

/** How many sessions of a user ended, and why. */
export interface EndedSessionsPayload {
  id: number;
  sessions: number;
  reason: string;
}

/** A user or a service account; empty properties are absent. */
export interface UserPayload {
  id: number;
  name?: string;
  username?: string;
  email?: string;
  rootRole?: number;
}

/** An identity of a user at a sign-on provider. */
export interface IdentityPayload {
  id: number;
  userId: number;
  provider: string;
  issuer: string;
  subject: string;
  email: string | null;
  createdAt: string;
  createdBy: string;
  lastLoginAt: string | null;
}

/** An invite link without its secret. */
export interface InvitePayload {
  id: string;
  name: string;
  enabled: boolean;
  expiresAt: string;
}

/** A sign-up through an invite link. */
export interface SignUpPayload {
  name: string;
  userId: number;
}

/** A role with its permissions. */
export interface RolePayload {
  id: number;
  name: string;
  description: string;
  type: string;
  permissions: object[];
}

/** A group with the ids of its members. */
export interface GroupPayload {
  id: number;
  name: string;
  description: string | null;
  mappingsSSO: string[];
  rootRole: number | null;
  users: number[];
}

/** A member of a group. */
export interface MembershipPayload {
  groupId: number;
  userId: number;
}

/** Roles that were given to users and groups; `added` are the assignments that were new. */
export interface AddedAccessPayload extends Record<'roles' | 'users' | 'groups', number[]> {
  added?: ProjectAccessPayload['roles'];
}

/** Role assignments of a project. */
export interface ProjectAccessPayload {
  roles: { id: number; users: number[]; groups: number[] }[];
}

/** The roles of a user in a project. */
export interface UserRolesPayload {
  userId: number;
  roles: number[];
}

/** The roles of a group in a project. */
export interface GroupRolesPayload {
  groupId: number;
  roles: number[];
}

/** A setting of the instance, without secrets; its other properties differ by setting. */
export interface SettingPayload {
  id: string;
}

/** The projects between which a feature was moved. */
export interface ProjectChangePayload {
  oldProject: string;
  newProject: string;
}
