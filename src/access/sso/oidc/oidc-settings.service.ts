import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../event/actor.js';
import type { Tx } from '../../../event/tx.js';
import { EDITOR_ROLE } from '../../role/role-permissions.js';
import { SsoRefusal } from '../login/sso-refusal.js';
import { AuthSettings } from '../settings/auth-settings.js';
import { SecretBox } from '../settings/secret-box.js';
import { checkedSettings, checkedUrl, MASK, refusal, rootRoleName, type SsoSettings } from '../settings/sso-settings.js';
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
  enableSingleSignOut: boolean;
  acrValues?: string;
  idTokenSigningAlgorithm: 'RS256' | 'RS384' | 'RS512';
  addGroupsScope: boolean;
  enablePkce: boolean;
}

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

  async get(): Promise<OidcSettingsResponse> {
    return shown((await this.settings.read<OidcSettings>(NAME)) ?? PRESET);
  }

  /** The settings with the secret. @throws SsoRefusal when it is not enabled. @throws UnreadableSecretError */
  async usable(): Promise<UsableOidcSettings> {
    const settings = await this.settings.read<OidcSettings>(NAME);
    const { enabled, discoverUrl, clientId, sealedSecret } = settings ?? PRESET;
    if (!settings || !enabled || !discoverUrl || !clientId || !sealedSecret) throw new SsoRefusal('not-enabled');
    return { ...settings, discoverUrl, clientId, secret: await this.box.open(NAME, sealedSecret) };
  }

  /** Replaces the settings. @throws BadDataError when they cannot be used. @throws InvalidOperationError when a secret cannot be kept, or nobody could sign in. */
  async set(dto: OidcSettingsDto, actor: Actor): Promise<OidcSettingsResponse> {
    const change = (before: OidcSettings | undefined, tx: Tx): Promise<OidcSettings> => this.changed(dto, before, tx);
    return shown(await this.settings.change(NAME, { preset: PRESET, change, shown }, actor));
  }

  private async changed(dto: OidcSettingsDto, before: OidcSettings | undefined, tx: Tx): Promise<OidcSettings> {
    const { discoverUrl, clientId, acrValues } = dto;
    if (discoverUrl) requireSafe(discoverUrl);
    const sealedSecret = await this.sealedSecret(dto, before);
    const settings: OidcSettings = {
      ...(await checkedSettings(dto, tx)),
      ...(discoverUrl ? { discoverUrl } : {}),
      ...(clientId ? { clientId } : {}),
      ...(sealedSecret ? { sealedSecret } : {}),
      enableSingleSignOut: dto.enableSingleSignOut ?? false,
      ...(acrValues ? { acrValues } : {}),
      idTokenSigningAlgorithm: dto.idTokenSigningAlgorithm ?? 'RS256',
      addGroupsScope: dto.addGroupsScope ?? false,
      enablePkce: dto.enablePkce ?? true,
    };
    if (settings.enabled) requireComplete(settings);
    return settings;
  }

  /** A secret is for the one provider that it was set for: whoever may only change settings could otherwise have it sent to a server of their own. */
  private async sealedSecret({ secret, discoverUrl }: OidcSettingsDto, before: OidcSettings | undefined): Promise<string | undefined> {
    const sealed = before?.sealedSecret;
    if (secret === undefined || secret === MASK) {
      if (sealed && discoverUrl !== before.discoverUrl) throw refusal('secret', 'must be set anew when discoverUrl changes, or be empty.');
      return sealed;
    }
    if (!secret) return undefined;
    const isSame = sealed !== undefined && (await this.box.open(NAME, sealed).catch(() => undefined)) === secret;
    return isSame ? sealed : this.box.seal(NAME, secret);
  }
}

function requireSafe(discoverUrl: string): void {
  const { protocol, hostname } = checkedUrl('discoverUrl', discoverUrl);
  if (protocol !== 'https:' && !LOCALHOST.test(hostname))
    throw refusal('discoverUrl', 'must begin with https:// unless it is at localhost.');
}

function requireComplete({ discoverUrl, clientId, sealedSecret }: OidcSettings): void {
  const missing = Object.entries({ discoverUrl, clientId, secret: sealedSecret }).find(([, value]) => !value);
  if (missing) throw refusal(missing[0], 'must be set to enable OpenID Connect.');
}

function shown({ sealedSecret, ...settings }: OidcSettings): OidcSettingsResponse {
  const defaultRootRole = rootRoleName(settings.defaultRootRoleId);
  return { ...settings, ...(defaultRootRole ? { defaultRootRole } : {}), ...(sealedSecret ? { secret: MASK } : {}) };
}
