import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnauthorizedError } from '../../../core/auth/caller/auth.errors.js';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import { TokenMisses } from '../../../core/auth/limits/token-misses.js';
import { VIEWER_ROLE } from '../../../core/auth/permissions/role-permissions.js';
import { changeSetting, READ } from '../../../core/auth/setting.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { type Actor, plainAddress, SYSTEM } from '../../../core/event/actor.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { ForbiddenError } from '../../../platform/errors/general.errors.js';
import type { DirectorySettingsDto, DirectorySettingsResponse } from './directory-settings.dto.js';
import { rootRoleId } from '../user/user-writer.js';
import { SCIM_PATH } from './scim-error.js';

const NAME = 'auth.scim';
/** Random bytes of a token: nobody can guess it. */
const SECRET_BYTES = 32;

/** The settings as they are stored. */
interface DirectorySettings {
  enabled: boolean;
  assumeControlOfExisting: boolean;
  defaultRootRoleId: number;
  /** SHA-256 of the token, in hexadecimal. */
  tokenHash?: string;
  tokenCreatedAt?: string;
}

const PRESET: DirectorySettings = {
  enabled: false,
  assumeControlOfExisting: false,
  defaultRootRoleId: VIEWER_ROLE,
};

/** The directory as it sends a request. */
export interface DirectoryAccess {
  actor: Actor;
  settings: DirectorySettings;
}

/** Whether and how a directory manages users and groups, and its token. */
@Injectable()
export class DirectorySettingsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly misses: TokenMisses,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(): Promise<DirectorySettingsResponse> {
    return this.shown((await this.read()) ?? PRESET);
  }

  /** @throws BadDataError when the role is none. */
  async set(dto: DirectorySettingsDto, actor: Actor): Promise<DirectorySettingsResponse> {
    const { enabled, assumeControlOfExisting = false, defaultRootRoleId } = dto;
    const changed = await this.change(async (before, tx) => {
      if (defaultRootRoleId !== undefined) await rootRoleId(defaultRootRoleId, tx);
      const role = defaultRootRoleId ?? before.defaultRootRoleId;
      return { ...before, enabled, assumeControlOfExisting, defaultRootRoleId: role };
    }, actor);
    return this.shown(changed);
  }

  /** Replaces the token. The one before works no more. */
  async newToken(actor: Actor): Promise<{ token: string }> {
    const token = randomBytes(SECRET_BYTES).toString('base64url');
    const [tokenHash, tokenCreatedAt] = [hashOf(token).toString('hex'), new Date().toISOString()];
    await this.change((before) => ({ ...before, tokenHash, tokenCreatedAt }), actor);
    this.misses.invalidate();
    return { token };
  }

  /**
   * Identifies the directory, and again before what it changes is committed.
   * @throws UnauthorizedError for an unknown token.
   * @throws ForbiddenError while the directory manages nothing.
   * @throws TooManyTokenMisses
   */
  async identify(authorization: string | undefined, address?: string): Promise<DirectoryAccess> {
    const secret = authorization?.trim().replace(/^bearer\s+/i, '');
    if (!secret) throw unknownToken();
    const hash = hashOf(secret);
    const key = hash.toString('hex');
    const find = async (): Promise<Map<string, DirectorySettings>> => {
      const stored = await this.read();
      return new Map(stored?.tokenHash === key ? [[key, stored]] : []);
    };
    const [settings] = (await this.misses.lookFor('directory', [hash], address, find)).values();
    const confirm = async (): Promise<void> => {
      const [present] = (await find()).values();
      requireEnabled(present);
    };
    requireEnabled(settings);
    const from = plainAddress(address);
    const actor = { ...SYSTEM, name: 'scim', ...(from ? { address: from } : {}), confirm };
    return { actor, settings };
  }

  private async read(): Promise<DirectorySettings | undefined> {
    // Also within transactions, which must not wait for a connection of their own kind.
    const [row] = await this.database.run(READ, [[NAME]], 'hot');
    return row?.content as DirectorySettings | undefined;
  }

  private async change(
    changed: (before: DirectorySettings, tx: Tx) => DirectorySettings | Promise<DirectorySettings>,
    actor: Actor,
  ): Promise<DirectorySettings> {
    const change = (before: DirectorySettings | undefined, tx: Tx) => changed(before ?? PRESET, tx);
    const setting = { name: NAME, preset: PRESET, change, shown: withoutHash };
    return (await this.unitOfWork.run(actor, (tx) => changeSetting(setting, tx))).stored;
  }

  private shown(stored: DirectorySettings): DirectorySettingsResponse {
    const { enabled, assumeControlOfExisting, defaultRootRoleId, tokenCreatedAt } = stored;
    return {
      enabled,
      assumeControlOfExisting,
      defaultRootRoleId,
      hasToken: stored.tokenHash !== undefined,
      tokenCreatedAt: tokenCreatedAt ?? null,
      url: this.config.publicUrl + SCIM_PATH,
    };
  }
}

function withoutHash(stored: DirectorySettings): object {
  return { ...stored, tokenHash: undefined };
}

function requireEnabled(
  settings: DirectorySettings | undefined,
): asserts settings is DirectorySettings {
  if (!settings) throw unknownToken();
  if (!settings.enabled)
    throw new ForbiddenError('SCIM is switched off in the settings: nothing was changed.');
}

function unknownToken(): UnauthorizedError {
  return new UnauthorizedError('This needs the token of the directory (SCIM) as a bearer token.');
}
