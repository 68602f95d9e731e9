import { BadDataError } from '../../../errors/general.errors.js';
import type { Tx } from '../../../event/tx.js';
import { EDITOR_ROLE, ROOT_ROLES } from '../../../auth/permissions/role-permissions.js';
import { isClaimPath } from './claim-path.js';
import type { SsoSettingsDto } from './sso-settings.dto.js';
import { FIND_ROLE } from './sso-settings.sql.js';

/** What stands for a secret that is set; sent back, it leaves the secret as it is. */
export const MASK = '*****';

/** The names of the settings of signing in. The statistics read them too. */
export type AuthSetting = 'auth.oidc' | 'auth.saml' | 'auth.security' | 'auth.simple';

/** What both kinds of single sign-on have in common, as it is stored. */
export interface SsoSettings {
  enabled: boolean;
  autoCreate: boolean;
  /** Present only when it is true. */
  linkByEmail?: true;
  defaultRootRoleId: number;
  emailDomains?: string;
  enableGroupSyncing: boolean;
  groupJsonPath?: string;
}

const DOMAIN = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** The domains of a comma-separated list, in lower case. */
export function domainsIn(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
    .filter(Boolean);
}

/** The common settings that a request asks for. @throws BadDataError when one cannot be used. */
export async function checkedSettings(dto: SsoSettingsDto, tx: Tx): Promise<SsoSettings> {
  const {
    enabled = false,
    autoCreate = false,
    linkByEmail = false,
    enableGroupSyncing = false,
    emailDomains,
    groupJsonPath,
  } = dto;
  const wrong = domainsIn(emailDomains).find((domain) => !DOMAIN.test(domain));
  if (wrong !== undefined)
    throw ssoRefusal(
      'emailDomains',
      `must be a comma-separated list of domains: "${wrong}" is none.`,
    );
  if (groupJsonPath && !isClaimPath(groupJsonPath))
    throw ssoRefusal(
      'groupJsonPath',
      'must be a path like groups, realm_access.roles or $.groups[*].name.',
    );
  if (enableGroupSyncing && !groupJsonPath)
    throw ssoRefusal(
      'groupJsonPath',
      'must say where the groups of a person are, for enableGroupSyncing.',
    );
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

/** An absolute address by HTTP or HTTPS without a password in it. @throws BadDataError */
export function checkedUrl(property: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw ssoRefusal(property, 'must be an http(s) address.');
  if (url.username || url.password || url.hash)
    throw ssoRefusal(property, 'must have neither a user name, nor a password, nor a fragment.');
  return url;
}

/** @returns The error of a property of the body. `rest` says what it must be. */
export function ssoRefusal(property: string, rest: string): BadDataError {
  return new BadDataError(`${property} ${rest}`, [
    { message: `${property} ${rest}`, path: `/body/${property}` },
  ]);
}

/**
 * The role of new users: the id counts before the name, unless it is 0, and is that of Editor when
 * there is neither, as in the reference.
 */
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

/** The name of a role, where it is one that is built in. */
export function rootRoleName(id: number): (typeof ROOT_ROLES)[number] | undefined {
  return ROOT_ROLES[id - 1];
}
