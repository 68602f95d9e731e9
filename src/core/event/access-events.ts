import type * as Access from './access-payloads.js';
import type { Added, Changed, InProject, Kind, Place, Removed } from './event-kind.js';

/**
 * Events about accounts, permissions, tokens and sign-in. Only these record the IP address of the
 * request.
 */
export type AccessEvent =
  | Kind<'user-logged-in', unknown, Added<Access.LoginPayload>>
  | Kind<'user-login-failed', unknown, Added<Access.FailedLoginPayload>>
  | Kind<'user-logged-out', unknown, Added<Access.UserIdPayload>>
  | Kind<'api-token-used', Place, Added<Access.TokenUsePayload>>
  | Kind<'pat-used', unknown, Added<Access.PersonalTokenUsePayload>>
  | Kind<'api-token-created', Place, Added<Access.ApiTokenPayload>>
  | Kind<'api-token-updated', Place, Changed<Access.ApiTokenPayload>>
  | Kind<'api-token-deleted', Place, Removed<Access.ApiTokenPayload>>
  | Kind<'user-password-changed', unknown, Added<Access.PasswordChangePayload>>
  | Kind<'user-password-link-created', unknown, Added<Access.UserIdPayload>>
  | Kind<'user-second-factor-added', unknown, Added<Access.SecondFactorPayload>>
  | Kind<'user-second-factor-updated', unknown, Changed<Access.SecondFactorPayload>>
  | Kind<'user-second-factor-removed', unknown, Removed<Access.SecondFactorPayload>>
  | Kind<'user-second-factor-reset', unknown, Removed<Access.SecondFactorResetPayload>>
  | Kind<'user-recovery-codes-created', unknown, Added<Access.RecoveryCodesPayload>>
  | Kind<'user-recovery-code-used', unknown, Added<Access.RecoveryCodeUsePayload>>
  | Kind<'user-sessions-ended', unknown, Added<Access.EndedSessionsPayload>>
  | Kind<'user-created', unknown, Added<Access.UserPayload>>
  | Kind<'user-updated', unknown, Changed<Access.UserPayload>>
  | Kind<'user-deleted', unknown, Removed<Access.UserPayload>>
  | Kind<'user-identity-linked', unknown, Added<Access.IdentityPayload>>
  | Kind<'user-identity-unlinked', unknown, Removed<Access.IdentityPayload>>
  | Kind<'service-account-created', unknown, Added<Access.UserPayload>>
  | Kind<'service-account-updated', unknown, Changed<Access.UserPayload>>
  | Kind<'service-account-deleted', unknown, Removed<Access.UserPayload>>
  | Kind<'federated-credential-created', unknown, Added<Access.FederatedCredentialPayload>>
  | Kind<'federated-credential-updated', unknown, Changed<Access.FederatedCredentialPayload>>
  | Kind<'federated-credential-deleted', unknown, Removed<Access.FederatedCredentialPayload>>
  | Kind<'federated-credential-used', unknown, Added<Access.FederatedCredentialUsePayload>>
  | Kind<'pat-created' | 'pat-deleted', unknown, Added<Access.PersonalTokenPayload>>
  | Kind<'public-signup-token-created', unknown, Added<Access.NewInvitePayload>>
  | Kind<'public-signup-token-updated', unknown, Added<Access.InvitePayload>>
  | Kind<'public-signup-token-user-added', unknown, Added<Access.SignUpPayload>>
  | Kind<'role-created', unknown, Added<Access.RolePayload>>
  | Kind<'role-updated', unknown, Changed<Access.RolePayload>>
  | Kind<'role-deleted', unknown, Removed<Access.RolePayload>>
  | Kind<'group-created', unknown, Added<Access.GroupPayload>>
  | Kind<'group-updated', unknown, Changed<Access.GroupPayload>>
  | Kind<'group-deleted', unknown, Removed<Access.GroupPayload>>
  | Kind<'group-user-added', unknown, Added<Access.MembershipPayload>>
  | Kind<'group-user-removed', unknown, Removed<Access.MembershipPayload>>
  | Kind<'project-access-added', InProject, Added<Access.AddedAccessPayload>>
  | Kind<'project-access-updated', InProject, Changed<Access.ProjectAccessPayload>>
  | Kind<'project-access-user-roles-updated', InProject, Changed<Access.UserRolesPayload>>
  | Kind<'project-access-user-roles-deleted', InProject, Removed<Access.UserRolesPayload>>
  | Kind<'project-access-group-roles-updated', InProject, Changed<Access.GroupRolesPayload>>
  | Kind<'project-access-group-roles-deleted', InProject, Removed<Access.GroupRolesPayload>>
  | Kind<'project-access-addresses-updated', InProject, Changed<Access.ProjectAddressesPayload>>
  | Kind<
      | 'access-request-created'
      | 'access-request-approved'
      | 'access-request-denied'
      | 'access-request-withdrawn',
      InProject,
      Added<Access.AccessRequestPayload>
    >
  | Kind<'access-request-ended', InProject, Added<Access.EndedAccessPayload>>
  | Kind<'setting-created', unknown, Added<Access.SettingPayload>>
  | Kind<'setting-updated', unknown, Changed<Access.SettingPayload>>;

/** Sign-ins and token uses. Only readers of the whole audit log (`READ_LOGS`) see them. */
export const USE_OF_ACCESS = [
  'user-logged-in',
  'user-login-failed',
  'user-logged-out',
  'api-token-used',
  'pat-used',
  'federated-credential-used',
] as const satisfies readonly AccessEvent['type'][];

/** Uses of tokens, which can outnumber all other events. */
export const TOKEN_USES = [
  'api-token-used',
  'pat-used',
] as const satisfies readonly (typeof USE_OF_ACCESS)[number][];
