import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../../platform/config/config.js';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Actor } from '../../../../core/event/actor.js';
import { DisabledError } from '../../../../platform/errors/general.errors.js';
import { AuthSettings } from '../settings/sso-settings.js';
import type { SimpleSettingsDto, SimpleSettingsResponse } from '../settings/sso-settings.dto.js';

const NAME = 'auth.simple';
const PRESET: SimpleSettingsResponse = { disabled: false };

/** Settings of password login. */
@Injectable()
export class SimpleSettingsService {
  constructor(
    private readonly settings: AuthSettings,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(): Promise<SimpleSettingsResponse> {
    return (await this.settings.read<SimpleSettingsResponse>(NAME)) ?? PRESET;
  }

  /** @throws InvalidOperationError when nobody could sign in afterwards. */
  async set(
    { disabled = false }: SimpleSettingsDto,
    actor: Actor,
  ): Promise<SimpleSettingsResponse> {
    const change = (): Promise<SimpleSettingsResponse> => Promise.resolve({ disabled });
    return this.settings.change<SimpleSettingsResponse>(
      NAME,
      { preset: PRESET, change, shown: (stored) => stored },
      actor,
    );
  }

  /** @throws DisabledError when password login is disabled, unless the configuration forces it. */
  async requireEnabled(): Promise<void> {
    if (this.config.forcePasswordLogin || !(await this.get()).disabled) return;
    throw new DisabledError('Password login is disabled: sign in with single sign-on.');
  }
}
