import { BadDataError } from '../../../../platform/errors/general.errors.js';
import type { Tx } from '../../../../core/event/tx.js';
import { EDITOR_ROLE, ROOT_ROLES } from '../../../../core/auth/permissions/role-permissions.js';
import { isClaimPath } from './claim-path.js';
import type { SsoSettingsDto } from './sso-settings.dto.js';
import { FIND_ROLE } from './sso-settings.sql.js';

/** Placeholder for a stored secret; when sent back, the secret stays. */
export const MASK = '*****';

/** Names of the sign-in settings. The statistics read them too. */
export type AuthSetting = 'auth.oidc' | 'auth.saml' | 'auth.security' | 'auth.simple';

/** Stored settings common to OpenID Connect and SAML. */
export interface SsoSettings {
  enabled: boolean;
  autoCreate: boolean;
  /** Only present when true. */
  linkByEmail?: true;
  defaultRootRoleId: number;
  emailDomains?: string;
  enableGroupSyncing: boolean;
  groupJsonPath?: string;
}

const DOMAIN = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** The domains of a comma-separated list in lower case. */
export function domainsIn(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
    .filter(Boolean);
}

/**
 * Validates the common settings.
 * @throws BadDataError when one is invalid.
 */
export async function checkedSettings(dto: SsoSettingsDto, tx: Tx): Promise<SsoSettings> {
  const {
    enabled = false,
    autoCreate = false,
    linkByEmail = false,
    enableGroupSyncing = false,
    emailDomains,
    groupJsonPath,
  } = dto;
  requireDomains(emailDomains);
  requireGroupPath(enableGroupSyncing, groupJsonPath);
  return {
    enabled,
    autoCreate,
    ...(linkByEmail ? { linkByEmail } : {}),
    defaultRootRoleId: await roleId(dto, tx),
    ...(emailDomains ? { emailDomains } : {}),
    enableGroupSyncing,
    ...(groupJsonPath ? { groupJsonPath } : {}),
  };
}

function requireDomains(list: string | undefined): void {
  const wrong = domainsIn(list).find((domain) => !DOMAIN.test(domain));
  if (wrong !== undefined)
    throw ssoRefusal(
      'emailDomains',
      `must be a comma-separated list of domains: "${wrong}" is not a domain.`,
    );
}

function requireGroupPath(isSyncing: boolean, path: string | undefined): void {
  if (path && !isClaimPath(path))
    throw ssoRefusal(
      'groupJsonPath',
      'must be a path like groups, realm_access.roles or $.groups[*].name.',
    );
  if (isSyncing && !path)
    throw ssoRefusal(
      'groupJsonPath',
      'must be set for enableGroupSyncing: it locates the groups of a user.',
    );
}

/**
 * Validates an absolute HTTP or HTTPS URL without credentials.
 * @throws BadDataError when it is invalid.
 */
export function checkedUrl(property: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw ssoRefusal(property, 'must be an HTTP or HTTPS URL.');
  if (url.username || url.password || url.hash)
    throw ssoRefusal(property, 'must not contain a user name, a password or a fragment.');
  return url;
}

/** @returns The error for a property of the body; `rest` completes the sentence. */
export function ssoRefusal(property: string, rest: string): BadDataError {
  return new BadDataError(`${property} ${rest}`, [
    { message: `${property} ${rest}`, path: `/body/${property}` },
  ]);
}

/** The role of new users: by id unless it is 0, else by name, else Editor, as in the reference. */
async function roleId(
  { defaultRootRole, defaultRootRoleId }: SsoSettingsDto,
  tx: Tx,
): Promise<number> {
  if (!defaultRootRoleId)
    return defaultRootRole === undefined ? EDITOR_ROLE : ROOT_ROLES.indexOf(defaultRootRole) + 1;
  const [role] = await tx.query(FIND_ROLE, [defaultRootRoleId]);
  if (!role)
    throw ssoRefusal(
      'defaultRootRoleId',
      `must be the id of a root role: there is none with the id ${defaultRootRoleId}.`,
    );
  return defaultRootRoleId;
}

/** The name of a role, if it is a built-in one. */
export function rootRoleName(id: number): (typeof ROOT_ROLES)[number] | undefined {
  return ROOT_ROLES[id - 1];
}
