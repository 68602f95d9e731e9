import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../event/tx.js';
import type { Caller } from '../../../auth/caller/caller.js';
import { EDITOR_ROLE } from '../../../auth/permissions/role-permissions.js';
import { SsoRefusal } from '../login/sso-refusal.js';
import { AuthSettings } from '../settings/auth-settings.js';
import { SecretBox } from '../settings/secret-box.js';
import {
  checkedSettings,
  checkedUrl,
  MASK,
  ssoRefusal,
  rootRoleName,
  type SsoSettings,
} from '../settings/sso-settings.js';
import type { OidcSettingsDto } from './oidc-settings.dto.js';
import type { OidcSettingsResponse } from './oidc-settings.response.js';

const NAME = 'auth.oidc';
const LOCALHOST = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The settings as they are stored. */
export interface OidcSettings extends SsoSettings {
  discoverUrl?: string;
  clientId?: string;
  /** The client secret, encrypted. */
  sealedSecret?: string;
  /**
   * The token that gave the secret, which may read it back; absent when a person gave it who had
   * signed in.
   */
  secretGivenBy?: string;
  enableSingleSignOut: boolean;
  acrValues?: string;
  idTokenSigningAlgorithm: 'RS256' | 'RS384' | 'RS512';
  addGroupsScope: boolean;
  enablePkce: boolean;
}

type Secret = Pick<OidcSettings, 'sealedSecret' | 'secretGivenBy'>;

/** The settings of OpenID Connect that can be used. */
export interface UsableOidcSettings extends OidcSettings {
  discoverUrl: string;
  clientId: string;
  /** In clear: neither logged nor shown. */
  secret: string;
}

const PRESET: OidcSettings = {
  enabled: false,
  autoCreate: false,
  defaultRootRoleId: EDITOR_ROLE,
  enableGroupSyncing: false,
  enableSingleSignOut: false,
  idTokenSigningAlgorithm: 'RS256',
  addGroupsScope: false,
  enablePkce: true,
};

/** How people sign in with OpenID Connect. */
@Injectable()
export class OidcSettingsService {
  constructor(
    private readonly settings: AuthSettings,
    private readonly box: SecretBox,
  ) {}

  async get(caller: Caller): Promise<OidcSettingsResponse> {
    return this.shownTo(caller, (await this.settings.read<OidcSettings>(NAME)) ?? PRESET);
  }

  /**
   * The settings with the secret. @throws SsoRefusal when it is not enabled. @throws
   * UnreadableSecretError
   */
  async usable(): Promise<UsableOidcSettings> {
    const settings = await this.settings.read<OidcSettings>(NAME);
    const { enabled, discoverUrl, clientId, sealedSecret } = settings ?? PRESET;
    if (!settings || !enabled || !discoverUrl || !clientId || !sealedSecret)
      throw new SsoRefusal('not-enabled');
    return { ...settings, discoverUrl, clientId, secret: await this.box.open(NAME, sealedSecret) };
  }

  /**
   * Replaces the settings. @throws BadDataError when they cannot be used. @throws
   * InvalidOperationError when a secret cannot be kept, or nobody could sign in.
   */
  async set(dto: OidcSettingsDto, caller: Caller): Promise<OidcSettingsResponse> {
    const change = (before: OidcSettings | undefined, tx: Tx): Promise<OidcSettings> =>
      this.changed(dto, before, caller, tx);
    return this.shownTo(
      caller,
      await this.settings.change(NAME, { preset: PRESET, change, shown }, caller),
    );
  }

  /**
   * Masks the secret, but for the token that gave it: a program that keeps settings as code
   * compares what it has sent with what it reads.
   */
  private async shownTo(caller: Caller, settings: OidcSettings): Promise<OidcSettingsResponse> {
    const { sealedSecret, secretGivenBy } = settings;
    if (!sealedSecret || secretGivenBy === undefined || secretGivenBy !== tokenOf(caller))
      return shown(settings);
    return {
      ...shown(settings),
      secret: await this.box.open(NAME, sealedSecret).catch(() => MASK),
    };
  }

  private async changed(
    dto: OidcSettingsDto,
    before: OidcSettings | undefined,
    caller: Caller,
    tx: Tx,
  ): Promise<OidcSettings> {
    const { discoverUrl, clientId, acrValues } = dto;
    if (discoverUrl) requireSafe(discoverUrl);
    const secret = await this.secret(dto, before, caller);
    const settings: OidcSettings = {
      ...(await checkedSettings(dto, tx)),
      ...(discoverUrl ? { discoverUrl } : {}),
      ...(clientId ? { clientId } : {}),
      ...secret,
      enableSingleSignOut: dto.enableSingleSignOut ?? false,
      ...(acrValues ? { acrValues } : {}),
      idTokenSigningAlgorithm: dto.idTokenSigningAlgorithm ?? 'RS256',
      addGroupsScope: dto.addGroupsScope ?? false,
      enablePkce: dto.enablePkce ?? true,
    };
    if (settings.enabled) requireComplete(settings);
    return settings;
  }

  /**
   * A secret is for the one provider that it was set for: whoever may only change settings could
   * otherwise have it sent to a server of their own.
   */
  private async secret(
    { secret, discoverUrl }: OidcSettingsDto,
    before: OidcSettings | undefined,
    caller: Caller,
  ): Promise<Secret> {
    const { sealedSecret, secretGivenBy } = before ?? {};
    const kept = {
      ...(sealedSecret ? { sealedSecret } : {}),
      ...(secretGivenBy ? { secretGivenBy } : {}),
    };
    if (secret === undefined || secret === MASK) {
      if (sealedSecret && discoverUrl !== before!.discoverUrl)
        throw ssoRefusal('secret', 'must be set anew when discoverUrl changes, or be empty.');
      return kept;
    }
    if (!secret) return {};
    const giver = tokenOf(caller);
    const given = giver ? { secretGivenBy: giver } : {};
    const isSame =
      sealedSecret !== undefined &&
      (await this.box.open(NAME, sealedSecret).catch(() => undefined)) === secret;
    return isSame
      ? { ...kept, ...given }
      : { sealedSecret: await this.box.seal(NAME, secret), ...given };
  }
}

function requireSafe(discoverUrl: string): void {
  const { protocol, hostname } = checkedUrl('discoverUrl', discoverUrl);
  if (protocol !== 'https:' && !LOCALHOST.test(hostname))
    throw ssoRefusal('discoverUrl', 'must begin with https:// unless it is at localhost.');
}

function requireComplete({ discoverUrl, clientId, sealedSecret }: OidcSettings): void {
  const missing = Object.entries({ discoverUrl, clientId, secret: sealedSecret }).find(
    ([, value]) => !value,
  );
  if (missing) throw ssoRefusal(missing[0], 'must be set to enable OpenID Connect.');
}

/**
 * The token that somebody calls with; absent for sessions. Tokens of people and of programs are
 * numbered apart.
 */
function tokenOf({ kind, tokenId }: Caller): string | undefined {
  return tokenId === undefined ? undefined : `${kind} ${tokenId}`;
}

/** What everybody may see of the settings who may see them at all; events tell as much. */
function shown({ sealedSecret, ...settings }: OidcSettings): OidcSettingsResponse {
  delete settings.secretGivenBy;
  const defaultRootRole = rootRoleName(settings.defaultRootRoleId);
  return {
    ...settings,
    ...(defaultRootRole ? { defaultRootRole } : {}),
    ...(sealedSecret ? { secret: MASK } : {}),
  };
}
