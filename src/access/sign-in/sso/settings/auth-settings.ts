import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import type { Actor } from '../../../../core/event/actor.js';
import { lockSettings, writeSetting } from '../../../../core/auth/setting.js';
import type { Tx } from '../../../../core/event/tx.js';
import { UnitOfWork } from '../../../../core/event/unit-of-work.js';
import { InvalidOperationError } from '../../../../platform/errors/general.errors.js';
import type { AuthSetting } from './sso-settings.js';
import { READ, WAYS_IN } from './sso-settings.sql.js';

/** The settings to store, and the part that events may show. */
interface Changes<Stored> {
  /** Defaults used while nothing is stored. */
  preset: Stored;
  change: (before: Stored | undefined, tx: Tx) => Promise<Stored>;
  shown: (stored: Stored) => object;
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
    { preset, change, shown }: Changes<Stored>,
    actor: Actor,
  ): Promise<Stored> {
    return this.unitOfWork.run(actor, async (tx) => {
      await lockSettings(tx);
      const [row] = await tx.query(READ, [name]);
      const before = row?.content as Stored | undefined;
      const after = await change(before, tx);
      if (isDeepStrictEqual(before ?? preset, after)) return after;
      await writeSetting(name, after, tx);
      await requireWayIn(tx);
      const data = { id: name, ...shown(after) };
      if (before)
        await tx.record({ type: 'setting-updated', data, preData: { id: name, ...shown(before) } });
      else await tx.record({ type: 'setting-created', data });
      return after;
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
