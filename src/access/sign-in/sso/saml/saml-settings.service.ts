import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../core/event/actor.js';
import type { Tx } from '../../../../core/event/tx.js';
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
import { certificatesIn, signingKeyIn } from './pem.js';
import {
  type OpenSamlSettings,
  SAML_PRESETS,
  type SamlSettingsDto,
  type SamlSettingsResponse,
} from './saml.dto.js';

const NAME = 'auth.saml';

/** The stored settings. */
interface SamlSettings extends OpenSamlSettings {
  /** The encrypted private key. */
  sealedKey?: string;
}

/** Complete, enabled settings of SAML. */
export interface UsableSamlSettings extends SamlSettings {
  entityId: string;
  signOnUrl: string;
  certificate: string;
  /** The decrypted private key in PEM; must not be logged or returned. */
  spCertificate?: string;
}

const PRESET: SamlSettings = settingsFrom({}, SAML_PRESETS);

/** Settings of SAML. */
@Injectable()
export class SamlSettingsService {
  constructor(
    private readonly settings: AuthSettings,
    private readonly box: SecretBox,
  ) {}

  async get(): Promise<SamlSettingsResponse> {
    return shown((await this.settings.read<SamlSettings>(NAME)) ?? PRESET);
  }

  /**
   * The settings with the private key.
   * @throws SsoRefusal when disabled.
   * @throws UnreadableSecretError when the key cannot be decrypted.
   */
  async usable(): Promise<UsableSamlSettings> {
    const settings = await this.settings.read<SamlSettings>(NAME);
    const { enabled, entityId, signOnUrl, certificate, sealedKey } = settings ?? PRESET;
    if (!settings || !enabled || !entityId || !signOnUrl || !certificate)
      throw new SsoRefusal('not-enabled');
    const key = sealedKey ? { spCertificate: await this.box.open(NAME, sealedKey) } : {};
    return { ...settings, entityId, signOnUrl, certificate, ...key };
  }

  /**
   * Replaces the settings.
   * @throws BadDataError when they are invalid.
   * @throws InvalidOperationError when a key cannot be stored, or nobody could sign in any more.
   */
  async set(dto: SamlSettingsDto, actor: Actor): Promise<SamlSettingsResponse> {
    const change = (before: SamlSettings | undefined, tx: Tx): Promise<SamlSettings> =>
      this.changed(dto, before, tx);
    return shown(await this.settings.change(NAME, { preset: PRESET, change, shown }, actor));
  }

  private async changed(
    dto: SamlSettingsDto,
    before: SamlSettings | undefined,
    tx: Tx,
  ): Promise<SamlSettings> {
    const { signOnUrl, signOutUrl } = dto;
    const certificate = dto.certificate?.trim() ? dto.certificate : undefined;
    if (signOnUrl) checkedUrl('signOnUrl', signOnUrl);
    if (signOutUrl) checkedUrl('signOutUrl', signOutUrl);
    if (certificate)
      requireReadable(
        'certificate',
        certificate,
        certificatesIn,
        'an X.509 certificate in PEM, or its base64',
      );
    const sealedKey = await this.sealedKey(dto.spCertificate, before?.sealedKey);
    const settings = {
      ...(await checkedSettings({ ...dto, certificate }, SAML_PRESETS, tx)),
      ...(sealedKey ? { sealedKey } : {}),
    };
    if (settings.enabled) requireComplete(settings);
    return settings;
  }

  private async sealedKey(
    key: string | undefined,
    sealed: string | undefined,
  ): Promise<string | undefined> {
    if (key === undefined || key === MASK) return sealed;
    if (!key) return undefined;
    requireReadable(
      'spCertificate',
      key,
      signingKeyIn,
      'an RSA private key in PEM, optionally with its own certificate',
    );
    const isSame =
      sealed !== undefined && (await this.box.open(NAME, sealed).catch(() => undefined)) === key;
    return isSame ? sealed : this.box.seal(NAME, key);
  }
}

function requireReadable(
  property: string,
  text: string,
  read: (text: string) => unknown,
  wanted: string,
): void {
  try {
    read(text);
  } catch {
    throw ssoRefusal(property, `must be ${wanted}.`);
  }
}

function requireComplete({ entityId, signOnUrl, certificate }: SamlSettings): void {
  const missing = Object.entries({ entityId, signOnUrl, certificate }).find(([, value]) => !value);
  if (missing) throw ssoRefusal(missing[0], 'must be set to enable SAML.');
}

function shown({ sealedKey, ...settings }: SamlSettings): SamlSettingsResponse {
  const defaultRootRole = rootRoleName(settings.defaultRootRoleId);
  return {
    ...settings,
    ...(defaultRootRole ? { defaultRootRole } : {}),
    ...(sealedKey ? { spCertificate: MASK } : {}),
  };
}
