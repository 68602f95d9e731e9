import { Injectable } from '@nestjs/common';
import {
  PRESET,
  SECURITY_SETTING,
  type SecuritySettings,
} from '../../../core/auth/session/security-settings.js';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { AuthSettings, ssoRefusal } from '../sso/settings/sso-settings.js';
import type { SecuritySettingsDto } from './second-factor.dto.js';
import { FIND_ROOT_ROLES } from './second-factor.sql.js';

/** Reads and changes the settings of sessions and second factors. */
@Injectable()
export class SecuritySettingsService {
  constructor(private readonly settings: AuthSettings) {}

  async get(): Promise<SecuritySettings> {
    return { ...PRESET, ...(await this.settings.read<SecuritySettings>(SECURITY_SETTING)) };
  }

  /** @throws BadDataError when a role is not a root role. */
  async set(dto: SecuritySettingsDto, actor: Actor): Promise<SecuritySettings> {
    const change = async (_: unknown, tx: Tx): Promise<SecuritySettings> => ({
      secondFactorRequired: dto.secondFactorRequired ?? PRESET.secondFactorRequired,
      secondFactorRoles: await rootRoles(dto.secondFactorRoles ?? [], tx),
      secondFactorAfterSso: dto.secondFactorAfterSso ?? PRESET.secondFactorAfterSso,
      confirmationMinutes: dto.confirmationMinutes ?? PRESET.confirmationMinutes,
      idleMinutes: dto.idleMinutes ?? PRESET.idleMinutes,
    });
    return this.settings.change(
      SECURITY_SETTING,
      { preset: PRESET, change, shown: (stored) => stored },
      actor,
    );
  }
}

/**
 * Validates, sorts and deduplicates role ids.
 * @throws BadDataError when one is not a root role.
 */
async function rootRoles(ids: number[], tx: Tx): Promise<number[]> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  const known = new Set((await tx.query(FIND_ROOT_ROLES, [wanted])).map(({ id }) => id));
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw ssoRefusal(
      'secondFactorRoles',
      `must be ids of root roles: there is none with the id ${unknown}. See GET /api/admin/roles.`,
    );
  return wanted;
}
