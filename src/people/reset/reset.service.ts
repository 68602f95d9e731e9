import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { InvalidTokenError } from '../user/reset.errors.js';
import type { Json } from '../../http/json.js';
import { NOBODY } from '../../event/actor.js';
import { CallerLookup } from '../../auth/caller-lookup.js';
import { hashOf } from '../../auth/caller/secret-hash.js';
import { AccountMails } from '../mail/account-mails.js';
import { removePersonalTokens } from '../user/personal-token-writer.js';
import { ROLE_JSON } from '../../auth/permissions/role.sql.js';
import { hashPassword } from '../user/password.js';
import { PasswordRules } from '../user/password-rules.js';
import { setPassword } from '../user/user-writer.js';
import { IS_PERSON } from '../user/user.sql.js';
import type { ChoosePasswordDto } from '../user/reset.dto.js';
import type { TokenUserResponse } from '../user/reset.response.js';

const READ = {
  name: 'reset-read',
  text: /* sql */ `
    SELECT (jsonb_strip_nulls(jsonb_build_object('id', u.id, 'name', u.name, 'email', COALESCE(u.email, u.username, ''), 'token', '****'))
           || jsonb_build_object('createdBy', p.created_by, 'role', ${ROLE_JSON}))::text AS json
      FROM password_reset p JOIN app_user u ON u.id = p.user_id JOIN role r ON r.id = u.root_role_id
     WHERE p.secret_hash = $1 AND p.expires_at > now() AND ${IS_PERSON}`,
};

/** Locks the user before the link, like every change of a password. */
const LOCK_USER = /* sql */ `
  SELECT u.id, u.name, u.email, COALESCE(u.email, u.username, u.name) AS "actorName" FROM app_user u
   WHERE u.id = (SELECT p.user_id FROM password_reset p WHERE p.secret_hash = $1) AND ${IS_PERSON} FOR NO KEY UPDATE /* locks users */`;
const USE_UP =
  'DELETE FROM password_reset WHERE secret_hash = $1 AND user_id = $2 AND expires_at > now() RETURNING user_id';

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
    const [row] = await this.database.run<{ json: string }>(READ, [hashOf(secret)]);
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
      const [user] = await tx.query<{
        id: number;
        name: string | null;
        email: string | null;
        actorName: string;
      }>(LOCK_USER, [hashOf(token)]);
      const [used] = user ? await tx.query(USE_UP, [hashOf(token), user.id]) : [];
      if (!user || !used) throw invalid();
      const actor = { userId: user.id, name: user.actorName, address };
      await setPassword(user.id, passwordHash, 'link', tx, actor);
      if (revokeTokens) await removePersonalTokens(user.id, tx, actor);
      return user;
    });
    this.callers.invalidate();
    this.mails.tellOfChange(changed);
  }
}

function invalid(): InvalidTokenError {
  return new InvalidTokenError(
    'The link is unknown, was used already, or has expired. Ask an administrator for a new one.',
  );
}
