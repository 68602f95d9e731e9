import type { Added, Changed, Entries, Kind, Place, Removed } from './event-kind.js';

/** A login: the user and the method. */
interface LoginPayload {
  id: number;
  authType: string;
  secondFactor?: string;
}

/** A failed login and the reason. */
interface FailedLoginPayload {
  authType: string;
  failureReason: string;
  /** How many earlier failures were not recorded one by one. */
  failuresBefore?: number;
  /** The user that the identity would have been linked to. */
  userId?: number;
  identity?: object;
}

/** The id of the user. */
interface UserIdPayload {
  id: number;
}

/** The use of an API token from an address. */
interface TokenUsePayload {
  id: string;
  tokenName: string;
  type: string;
  projects: readonly string[];
}

/** The use of a personal token from an address. */
interface PersonalTokenUsePayload {
  id: number;
  description: string;
}

/** An API token without its secret. */
interface ApiTokenPayload {
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
interface PersonalTokenPayload {
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
interface FederatedCredentialUsePayload {
  id: number;
  name: string;
  issuer: string;
  subject: string;
  tokenId: number;
  description: string;
  expiresAt: string;
}

/** Who set the password of which user. */
interface PasswordChangePayload {
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
interface RecoveryCodesPayload {
  id: number;
  codes: number;
}

/** How many recovery codes a user has left. */
interface RecoveryCodeUsePayload {
  id: number;
  left: number;
}

/** How many sessions of a user ended, and why. */
interface EndedSessionsPayload {
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
interface IdentityPayload {
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
interface SignUpPayload {
  name: string;
  userId: number;
}

/**
 * Events about accounts, tokens and sign-in. Like those about permissions, they record the IP
 * address of the request.
 */
export type AccountEvent =
  | Kind<'user-logged-in', unknown, Added<LoginPayload>>
  | Kind<'user-login-failed', unknown, Added<FailedLoginPayload>>
  | Kind<'user-logged-out', unknown, Added<UserIdPayload>>
  | Kind<'api-token-used', Place, Added<TokenUsePayload>>
  | Kind<'pat-used', unknown, Added<PersonalTokenUsePayload>>
  | Kind<'api-token-created', Place, Added<ApiTokenPayload>>
  | Kind<'api-token-updated', Place, Changed<ApiTokenPayload>>
  | Kind<'api-token-deleted', Place, Removed<ApiTokenPayload>>
  | Kind<'user-password-changed', unknown, Added<PasswordChangePayload>>
  | Kind<'user-password-link-created', unknown, Added<UserIdPayload>>
  | Kind<'user-second-factor-added', unknown, Added<SecondFactorPayload>>
  | Kind<'user-second-factor-updated', unknown, Changed<SecondFactorPayload>>
  | Kind<'user-second-factor-removed', unknown, Removed<SecondFactorPayload>>
  | Kind<'user-second-factor-reset', unknown, Removed<SecondFactorResetPayload>>
  | Kind<'user-recovery-codes-created', unknown, Added<RecoveryCodesPayload>>
  | Kind<'user-recovery-code-used', unknown, Added<RecoveryCodeUsePayload>>
  | Kind<'user-sessions-ended', unknown, Added<EndedSessionsPayload>>
  | Kind<'user-created', unknown, Added<UserPayload>>
  | Kind<'user-updated', unknown, Changed<UserPayload>>
  | Kind<'user-deleted', unknown, Removed<UserPayload>>
  | Kind<'user-identity-linked', unknown, Added<IdentityPayload>>
  | Kind<'user-identity-unlinked', unknown, Removed<IdentityPayload>>
  | Kind<'service-account-created', unknown, Added<UserPayload>>
  | Kind<'service-account-updated', unknown, Changed<UserPayload>>
  | Kind<'service-account-deleted', unknown, Removed<UserPayload>>
  | Kind<'federated-credential-created', unknown, Added<FederatedCredentialPayload>>
  | Kind<'federated-credential-updated', unknown, Changed<FederatedCredentialPayload>>
  | Kind<'federated-credential-deleted', unknown, Removed<FederatedCredentialPayload>>
  | Kind<'federated-credential-used', unknown, Added<FederatedCredentialUsePayload>>
  | Kind<'pat-created' | 'pat-deleted', unknown, Added<PersonalTokenPayload>>
  | Kind<'public-signup-token-created', unknown, Added<NewInvitePayload>>
  | Kind<'public-signup-token-updated', unknown, Added<InvitePayload>>
  | Kind<'public-signup-token-user-added', unknown, Added<SignUpPayload>>;

const ADMIN = { anyOf: ['ADMIN'] } as const;

/** What holds for them. */
export const ACCOUNT_EVENTS = {
  'user-logged-in': ['log', 'nothing'],
  'user-login-failed': ['log', 'nothing'],
  'user-logged-out': ['log', 'nothing'],
  'api-token-used': ['log', 'nothing'],
  'pat-used': ['log', 'nothing'],
  'api-token-created': ['token', 'nothing'],
  'api-token-updated': ['token', 'nothing'],
  'api-token-deleted': ['token', 'nothing'],
  'user-password-changed': [ADMIN, 'nothing'],
  'user-password-link-created': [ADMIN, 'nothing'],
  'user-created': [ADMIN, 'nothing'],
  'user-updated': [ADMIN, 'nothing'],
  'user-deleted': [ADMIN, 'nothing'],
  'user-second-factor-added': [ADMIN, 'nothing'],
  'user-second-factor-updated': [ADMIN, 'nothing'],
  'user-second-factor-removed': [ADMIN, 'nothing'],
  'user-second-factor-reset': [ADMIN, 'nothing'],
  'user-recovery-codes-created': [ADMIN, 'nothing'],
  'user-recovery-code-used': [ADMIN, 'nothing'],
  'user-sessions-ended': [ADMIN, 'nothing'],
  'user-identity-linked': [ADMIN, 'nothing'],
  'user-identity-unlinked': [ADMIN, 'nothing'],
  'service-account-created': [ADMIN, 'nothing'],
  'service-account-updated': [ADMIN, 'nothing'],
  'service-account-deleted': [ADMIN, 'nothing'],
  'federated-credential-created': [ADMIN, 'nothing', 'Delete the federated credential instead.'],
  'federated-credential-updated': [
    ADMIN,
    'nothing',
    'Change the federated credential again instead.',
  ],
  'federated-credential-deleted': [
    ADMIN,
    'nothing',
    'Create the federated credential again instead.',
  ],
  'federated-credential-used': ['log', 'nothing', 'Delete the token instead.'],
  'pat-created': [ADMIN, 'nothing'],
  'pat-deleted': [ADMIN, 'nothing'],
  'public-signup-token-created': [ADMIN, 'nothing'],
  'public-signup-token-updated': [ADMIN, 'nothing'],
  'public-signup-token-user-added': [ADMIN, 'nothing'],
} as const satisfies Entries<AccountEvent, 'nothing'>;

/** Sign-ins and token uses. Only readers of the whole audit log (`READ_LOGS`) see them. */
export const USE_OF_ACCESS = [
  'user-logged-in',
  'user-login-failed',
  'user-logged-out',
  'api-token-used',
  'pat-used',
  'federated-credential-used',
] as const satisfies readonly AccountEvent['type'][];

/** Uses of tokens, which can outnumber all other events. */
export const TOKEN_USES = [
  'api-token-used',
  'pat-used',
] as const satisfies readonly (typeof USE_OF_ACCESS)[number][];
