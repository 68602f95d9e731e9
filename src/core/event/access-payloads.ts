/** The payloads of events about accounts, sign-in, tokens, roles and settings. */

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
  /** IP addresses and ranges from which it can be used; absent for all. */
  allowedAddresses?: string[];
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
  /** IP addresses and ranges from which it can be used; absent for all. */
  allowedAddresses?: string[];
}

/** Which tokens of an issuer are trusted, and what they are exchanged for. */
export interface FederatedCredentialPayload {
  id: number;
  name: string;
  serviceAccountId: number;
  issuer: string;
  audience: string;
  subject: string;
  claims: object;
  lifetimeMinutes: number;
  scope?: object;
}

/** The exchange of a token of an issuer for a personal token, whose id is `tokenId`. */
export interface FederatedCredentialUsePayload {
  id: number;
  name: string;
  issuer: string;
  subject: string;
  tokenId: number;
  description: string;
  expiresAt: string;
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

/** A new invite link without its secret; nobody has used it. */
export interface NewInvitePayload extends InvitePayload {
  createdAt: string;
  createdBy: string;
  role: { id: number; name: string; type: string };
  users: [];
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

/** From which IP addresses a project can be reached; empty for all. */
export interface ProjectAddressesPayload {
  allowedAddresses: string[];
}

/** A role that somebody asked for in a project. */
export interface AccessRequestPayload {
  id: number;
  userId: number;
  user: string;
  roleId: number;
  role: string;
  /** The only environment that it is for; null for the whole role. */
  environment: string | null;
  minutes: number;
  reason: string;
  isEmergency: boolean;
  /** What whoever decided said; absent for nothing. */
  comment?: string;
  /** When the role ends by itself; absent if it was never given. */
  expiresAt?: string;
}

/** The end of a role that somebody had for a time. */
export interface EndedAccessPayload extends AccessRequestPayload {
  why: 'expired' | 'returned' | 'revoked' | 'account deleted';
}

/** A setting of the instance, without secrets; its other properties differ by setting. */
export interface SettingPayload {
  id: string;
}
