import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import type { Actor } from '../../../../core/event/actor.js';
import { changeSetting, type SettingChange } from '../../../../core/auth/setting.js';
import type { Tx } from '../../../../core/event/tx.js';
import { UnitOfWork } from '../../../../core/event/unit-of-work.js';
import { InvalidOperationError } from '../../../../platform/errors/general.errors.js';
import type { AuthSetting } from './sso-settings.js';
import { READ, WAYS_IN } from './sso-settings.sql.js';

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
