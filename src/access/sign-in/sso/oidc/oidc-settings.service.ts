import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../core/event/tx.js';
import { isLocalhost } from '../../../../platform/http/public-addresses.js';
import type { Caller } from '../../../../core/auth/caller/caller.js';
import { SsoRefusal } from '../login/sso-refusal.js';
import { SecretBox } from '../../../../core/auth/secret-box.js';
import {
  AuthSettings,
  checkedSettings,
  checkedUrl,
  MASK,
  rootRoleName,
  settingsFrom,
  ssoRefusal,
} from '../settings/sso-settings.js';
import {
  OIDC_PRESETS,
  type OidcSettingsDto,
  type OidcSettingsResponse,
  type OpenOidcSettings,
} from './oidc-settings.dto.js';

const NAME = 'auth.oidc';

/** The stored settings. */
interface OidcSettings extends OpenOidcSettings {
  /** The encrypted client secret. */
  sealedSecret?: string;
  /** The token that set the secret and may read it; absent when it was set in a session. */
  secretGivenBy?: string;
}

type Secret = Pick<OidcSettings, 'sealedSecret' | 'secretGivenBy'>;

/** Complete, enabled settings of OpenID Connect. */
export interface UsableOidcSettings extends OidcSettings {
  discoverUrl: string;
  clientId: string;
  /** The decrypted secret; must not be logged or returned. */
  secret: string;
}

const PRESET: OidcSettings = settingsFrom({}, OIDC_PRESETS);

/** Settings of OpenID Connect. */
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
   * The settings with the secret.
   * @throws SsoRefusal when disabled.
   * @throws UnreadableSecretError when the secret cannot be decrypted.
   */
  async usable(): Promise<UsableOidcSettings> {
    const settings = await this.settings.read<OidcSettings>(NAME);
    const { enabled, discoverUrl, clientId, sealedSecret } = settings ?? PRESET;
    if (!settings || !enabled || !discoverUrl || !clientId || !sealedSecret)
      throw new SsoRefusal('not-enabled');
    return { ...settings, discoverUrl, clientId, secret: await this.box.open(NAME, sealedSecret) };
  }

  /**
   * Replaces the settings.
   * @throws BadDataError when they are invalid.
   * @throws InvalidOperationError when a secret cannot be stored, or nobody could sign in any more.
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
   * Masks the secret except for the token that set it, because tools that keep settings as code
   * compare what they sent with what they read.
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
    if (dto.discoverUrl) requireSafe(dto.discoverUrl);
    const secret = await this.secret(dto, before, caller);
    const settings = { ...(await checkedSettings(dto, OIDC_PRESETS, tx)), ...secret };
    if (settings.enabled) requireComplete(settings);
    return settings;
  }

  /**
   * A secret belongs to the provider it was set for; otherwise somebody who may only change
   * settings could have it sent to a server of their own.
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
        throw ssoRefusal('secret', 'must be set again when discoverUrl changes, or be empty.');
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
  const url = checkedUrl('discoverUrl', discoverUrl);
  if (url.protocol !== 'https:' && !isLocalhost(url))
    throw ssoRefusal('discoverUrl', 'must begin with https://, except for localhost.');
}

function requireComplete({ discoverUrl, clientId, sealedSecret }: OidcSettings): void {
  const missing = Object.entries({ discoverUrl, clientId, secret: sealedSecret }).find(
    ([, value]) => !value,
  );
  if (missing) throw ssoRefusal(missing[0], 'must be set to enable OpenID Connect.');
}

/**
 * Identifies the caller's token; absent for sessions. Ids of API tokens and personal tokens
 * overlap.
 */
function tokenOf({ kind, tokenId }: Caller): string | undefined {
  return tokenId === undefined ? undefined : `${kind} ${tokenId}`;
}

/** The settings without secrets, for readers and events. */
function shown({ sealedSecret, ...settings }: OidcSettings): OidcSettingsResponse {
  delete settings.secretGivenBy;
  const defaultRootRole = rootRoleName(settings.defaultRootRoleId);
  return {
    ...settings,
    ...(defaultRootRole ? { defaultRootRole } : {}),
    ...(sealedSecret ? { secret: MASK } : {}),
  };
}
