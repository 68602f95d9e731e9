import { Injectable } from '@nestjs/common';
import { CallerLookup } from '../../../core/auth/caller-lookup.js';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import { NOBODY } from '../../../core/event/actor.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { Database } from '../../../platform/database/database.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import type { Json } from '../../../platform/http/json.js';
import { AccountMails } from '../mail/account-mails.js';
import { removePersonalTokens } from '../personal-token/personal-token-writer.js';
import { PasswordRules } from '../user/password-rules.js';
import { hashPassword } from '../user/password.js';
import { setPassword } from '../user/user-writer.js';
import type { ChoosePasswordDto, TokenUserResponse } from './reset.dto.js';
import { LOCK_USER, READ, USE_UP } from './reset.sql.js';

/** The one-time link is unknown, used or expired. */
export class InvalidTokenError extends ApiError {
  readonly status = 401;
}

/** Sets passwords through one-time links. */
@Injectable()
export class ResetService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly callers: CallerLookup,
    private readonly mails: AccountMails,
    private readonly rules: PasswordRules,
  ) {}

  /**
   * The user of the link.
   * @throws InvalidTokenError when the link is unknown, used, replaced or expired.
   */
  async read(secret: string): Promise<Json<TokenUserResponse>> {
    const [row] = await this.database.run(READ, [hashOf(secret)]);
    if (!row) throw invalid();
    return row.json;
  }

  /**
   * Sets the password, ends all sessions, revokes the personal tokens if requested, and invalidates
   * the link.
   * @throws InvalidTokenError when the link is invalid.
   * @throws OwaspValidationError when the password is too weak.
   */
  async choose(
    { token, password, revokeTokens }: ChoosePasswordDto,
    address: string,
  ): Promise<void> {
    // Invalid links are refused before the password is hashed.
    const { name, email } = JSON.parse(await this.read(token)) as TokenUserResponse;
    this.rules.require(password, { name, email });
    const passwordHash = await hashPassword(password);
    const changed = await this.unitOfWork.run({ ...NOBODY, address }, async (tx) => {
      const [user] = await tx.query(LOCK_USER, [hashOf(token)]);
      const [used] = user ? await tx.query(USE_UP, [hashOf(token), user.id]) : [];
      if (!user || !used) throw invalid();
      const actor = { userId: user.id, name: user.actorName, address };
      await setPassword(user.id, passwordHash, 'link', tx, actor);
      if (revokeTokens) await removePersonalTokens(user.id, tx, actor);
      return user;
    });
    this.callers.invalidate();
    this.mails.notifyOfChange(changed);
  }
}

function invalid(): InvalidTokenError {
  return new InvalidTokenError(
    'The link is unknown, already used or expired. Ask an administrator for a new one.',
  );
}
