import { BadDataError, InvalidOperationError } from '../../../../platform/errors/general.errors.js';
import type { Tx } from '../../../../core/event/tx.js';
import { EDITOR_ROLE, ROOT_ROLES } from '../../../../core/auth/permissions/role-permissions.js';
import { isClaimPath } from './claim-path.js';
import type { Presets, SsoSettings, SsoSettingsDto } from './sso-settings.dto.js';
import { statement } from '../../../../platform/database/statement.js';
import { IS_ADMINISTRATOR, IS_PERSON } from '../../../people/user/user.sql.js';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import type { Actor } from '../../../../core/event/actor.js';
import { changeSetting, type SettingChange } from '../../../../core/auth/setting.js';
import { UnitOfWork } from '../../../../core/event/unit-of-work.js';

const FIND_ROLE = statement<[defaultRootRoleId: number]>(
  'sso-settings.find-role',
  "SELECT FROM role WHERE id = $1 AND type IN ('root', 'root-custom')",
);

const READ = statement<[name: string], { content: object }>(
  'sso-settings.read',
  'SELECT content FROM setting WHERE name = $1',
);

const WAYS_IN = statement<
  [],
  {
    isPasswordOff: boolean;
    isSsoOn: boolean;
    isAdminKnown: boolean;
  }
>(
  'sso-settings.ways-in',
  /* sql */ `
    SELECT COALESCE(bool_or((content ->> 'disabled')::boolean)
      FILTER (WHERE name = 'auth.simple'), false) AS "isPasswordOff",
           COALESCE(bool_or((content ->> 'enabled')::boolean), false) AS "isSsoOn",
           COALESCE(bool_or((content ->> 'enabled')::boolean
             AND (content ->> 'autoCreate')::boolean), false)
           OR EXISTS (SELECT FROM app_user u JOIN user_identity i ON i.user_id = u.id
                        JOIN setting way ON way.name = 'auth.' || i.protocol
                          AND (way.content ->> 'enabled')::boolean
                       WHERE ${IS_PERSON} AND ${IS_ADMINISTRATOR}) AS "isAdminKnown"
      FROM setting WHERE name IN ('auth.oidc', 'auth.saml', 'auth.simple')`,
);

/** Placeholder for a stored secret; when sent back, the secret stays. */
export const MASK = '*****';

/** Names of the sign-in settings. The statistics read them too. */
type AuthSetting = 'auth.oidc' | 'auth.saml' | 'auth.security' | 'auth.simple';

const DOMAIN = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** The domains of a comma-separated list in lower case. */
export function domainsIn(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
    .filter(Boolean);
}

/** The settings that a request gives; what it leaves out or empties becomes its preset. */
export function settingsFrom<Settings extends object>(
  dto: { readonly [Name in keyof Settings]?: Settings[Name] | null },
  presets: Presets<Settings>,
): Settings {
  const entries = Object.entries(presets).map(([name, preset]): [string, unknown] => {
    const given = dto[name as keyof Settings] ?? '';
    return [name, given === '' || (given === false && preset === undefined) ? preset : given];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Settings;
}

/**
 * The settings that a request gives, of which the common ones are valid.
 * @throws BadDataError when one of them is not.
 */
export async function checkedSettings<Settings extends SsoSettings>(
  dto: SsoSettingsDto & Partial<Settings>,
  presets: Presets<Settings>,
  tx: Tx,
): Promise<Settings> {
  const settings = settingsFrom<Settings>(dto, presets);
  requireDomains(settings.emailDomains);
  requireGroupPath(settings.enableGroupSyncing, settings.groupJsonPath);
  return { ...settings, defaultRootRoleId: await roleId(dto, tx) };
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

/** Reads and changes sign-in settings, and ensures that somebody can still sign in. */
@Injectable()
export class AuthSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
  ) {}

  async read<Stored extends object>(name: AuthSetting): Promise<Stored | undefined> {
    const [row] = await this.database.run(READ, [name]);
    return row?.content as Stored | undefined;
  }

  /**
   * Changes a setting.
   * @throws InvalidOperationError when nobody could sign in afterwards.
   */
  async change<Stored extends object>(
    name: AuthSetting,
    changes: Omit<SettingChange<Stored>, 'name'>,
    actor: Actor,
  ): Promise<Stored> {
    return this.unitOfWork.run(actor, async (tx) => {
      const { stored, isChanged } = await changeSetting({ name, ...changes }, tx);
      if (isChanged) await requireWayIn(tx);
      return stored;
    });
  }
}

/**
 * @throws InvalidOperationError when neither passwords nor single sign-on let an administrator in.
 */
export async function requireWayIn(tx: Tx): Promise<void> {
  const [ways] = await tx.query(WAYS_IN);
  if (!ways!.isPasswordOff) return;
  if (!ways!.isSsoOn)
    throw new InvalidOperationError(
      'Nobody could sign in: password login can only be disabled while OpenID Connect or SAML ' +
        'is enabled.',
    );
  if (!ways!.isAdminKnown)
    throw new InvalidOperationError(
      'No administrator could sign in: no administrator has an identity at an enabled ' +
        'provider, and users are not created automatically. Link one with POST ' +
        '/api/admin/user-admin/{id}/identities first.',
    );
}
