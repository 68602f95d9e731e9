import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Database } from '../../database/database.js';
import { SYSTEM } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { BadDataError, NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import { AttemptLimit } from '../../auth/limits/attempt-limit.js';
import type { Caller } from '../../auth/caller/caller.js';
import { hashOf } from '../../auth/caller/secret-hash.js';
import { ROLE_JSON } from '../../auth/permissions/role.sql.js';
import { hashPassword } from '../user/password.js';
import { PasswordRules } from '../user/password-rules.js';
import { addUser, rootRoleId } from '../user/user-writer.js';
import type { UserAndRoleResponse } from '../user/user.response.js';
import { IS_PERSON, USER_AND_ROLE_JSON, USER_JSON } from '../user/user.sql.js';
import type { CreateInviteDto, SignUpDto, UpdateInviteDto } from './invite.dto.js';
import type { InviteResponse, InvitesResponse } from './invite.response.js';
import type { InvitePayload } from '../../event/event-payloads.js';

/** The role of new users; administrators can change it afterwards. */
const ROLE = 'Viewer';

/** Data of a link `i` for events. */
const IN_EVENT = /* sql */ `jsonb_build_object('id', i.id, 'name', i.name, 'enabled', i.enabled, 'expiresAt', iso8601(i.expires_at))`;

/**
 * JSON of a link `i` without its secret; its id takes the place of the secret. The parameter is the
 * public URL of the service.
 */
const INVITE_JSON = /* sql */ `
  jsonb_build_object('secret', i.id, 'url', $1::text || '/new-user?invite=****', 'name', i.name, 'enabled', i.enabled,
    'expiresAt', iso8601(i.expires_at), 'createdAt', iso8601(i.created_at), 'createdBy', i.created_by,
    'role', (SELECT ${ROLE_JSON} FROM role r WHERE r.id = i.role_id),
    'users', (SELECT COALESCE(jsonb_agg(${USER_JSON} ORDER BY u.id), '[]')
                FROM invited_user v JOIN app_user u ON u.id = v.user_id WHERE v.link_id = i.id AND ${IS_PERSON}))`;

const LIST = {
  name: 'invite-list',
  text: /* sql */ `
    SELECT jsonb_build_object('tokens', COALESCE(jsonb_agg(${INVITE_JSON} ORDER BY i.created_at, i.id), '[]'))::text AS json
      FROM invite_link i`,
};
const READ = {
  name: 'invite-read',
  text: `SELECT (${INVITE_JSON})::text AS json FROM invite_link i WHERE i.id = $2`,
};
const WORKS = {
  name: 'invite-works',
  text: 'SELECT FROM invite_link WHERE secret_hash = $1 AND enabled AND expires_at > now()',
};

const ADD = /* sql */ `
  INSERT INTO invite_link AS i (secret_hash, name, role_id, created_by, expires_at)
  VALUES ($1, $2, $3, $4, LEAST($5::timestamptz, (now() AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC')) RETURNING i.id, ${IN_EVENT} AS invite`;
const CHANGE = /* sql */ `
  UPDATE invite_link i
     SET enabled = COALESCE($2, enabled), expires_at = LEAST(COALESCE($3::timestamptz, expires_at), (now() AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC')
   WHERE id = $1 RETURNING i.id, ${IN_EVENT} AS invite`;

/** Matches by id, or by secret for scripts that kept the response of the creation. */
const NAMED = 'i.id::text = $1 OR i.secret_hash = $2';
const FIND = { name: 'invite-find', text: `SELECT i.id FROM invite_link i WHERE ${NAMED}` };
const HOLD = `SELECT i.id, ${IN_EVENT} AS invite FROM invite_link i WHERE ${NAMED} FOR UPDATE /* locks inviteLinks */`;

interface Row {
  id: string;
  invite: InvitePayload;
}

/** Manages invite links and signs people up through them. */
@Injectable()
export class InviteService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly attempts: AttemptLimit,
    private readonly rules: PasswordRules,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(): Promise<Json<InvitesResponse>> {
    const [row] = await this.database.run<{ json: string }>(LIST, [this.config.publicUrl]);
    return row!.json;
  }

  /** @throws NotFoundError when it does not exist. */
  async get(idOrSecret: string): Promise<Json<InviteResponse>> {
    const [found] = await this.database.run<{ id: string }>(FIND, [idOrSecret, hashOf(idOrSecret)]);
    if (!found) throw unknown();
    return this.read(found.id);
  }

  /**
   * Creates a link.
   * @returns The link with its secret, which cannot be read again.
   */
  async create({ name, expiresAt }: CreateInviteDto, caller: Caller): Promise<InviteResponse> {
    const secret = randomBytes(16).toString('hex');
    const id = await this.unitOfWork.run(caller, async (tx) => {
      const role = await rootRoleId(ROLE, tx);
      const [row] = await tx.query<Row>(ADD, [
        hashOf(secret),
        name,
        role,
        caller.name,
        new Date(expiresAt),
      ]);
      await tx.record({ type: 'public-signup-token-created', data: row!.invite });
      return row!.id;
    });
    const invite = JSON.parse(await this.read(id)) as InviteResponse;
    return { ...invite, secret, url: `${this.config.publicUrl}/new-user?invite=${secret}` };
  }

  /**
   * Changes a link.
   * @throws NotFoundError when it does not exist.
   * @throws BadDataError when the body changes nothing.
   */
  async update(
    idOrSecret: string,
    { enabled, expiresAt }: UpdateInviteDto,
    caller: Caller,
  ): Promise<Json<InviteResponse>> {
    if (enabled === undefined && expiresAt === undefined)
      throw new BadDataError('Name enabled or expiresAt, or both.');
    const id = await this.unitOfWork.run(caller, async (tx) => {
      const [before] = await tx.query<Row>(HOLD, [idOrSecret, hashOf(idOrSecret)]);
      if (!before) throw unknown();
      const [after] = await tx.query<Row>(CHANGE, [
        before.id,
        enabled ?? null,
        expiresAt === undefined ? null : new Date(expiresAt),
      ]);
      const isChanged = JSON.stringify(after!.invite) !== JSON.stringify(before.invite);
      if (isChanged) await tx.record({ type: 'public-signup-token-updated', data: after!.invite });
      return before.id;
    });
    return this.read(id);
  }

  /**
   * Checks that a link is valid.
   * @throws BadDataError when it is not.
   */
  async requireWorking(secret: string): Promise<void> {
    const [row] = await this.database.run(WORKS, [hashOf(secret)]);
    if (!row) throw useless();
  }

  /**
   * Creates a user through an invite link.
   * @throws OwaspValidationError when the password is too weak.
   * @throws TooManyRequestsError when too many people sign up.
   * @throws BadDataError when the link is invalid, or the e-mail address or user name is taken.
   */
  async signUp(
    secret: string,
    { password, ...names }: SignUpDto,
    address: string,
  ): Promise<UserAndRoleResponse> {
    // Invalid links are refused before the password is hashed and without counting an attempt.
    await this.requireWorking(secret);
    await this.attempts.require('sign-up', address, this.config.limits.newUsersPerMinute);
    this.rules.require(password, names);
    const passwordHash = await hashPassword(password);
    return this.unitOfWork.run({ ...SYSTEM, address }, async (tx) => {
      // Locked until the commit, so that nobody signs up through a link that is being disabled.
      const sql = `SELECT i.id, i.role_id AS "rootRoleId", i.name FROM invite_link i
                    WHERE i.secret_hash = $1 AND i.enabled AND i.expires_at > now() FOR SHARE /* locks inviteLinks */`;
      const [link] = await tx.query<{ id: string; rootRoleId: number; name: string }>(sql, [
        hashOf(secret),
      ]);
      if (!link) throw useless();
      const id = await addUser({ ...names, rootRoleId: link.rootRoleId, passwordHash }, tx);
      await tx.query('INSERT INTO invited_user (user_id, link_id) VALUES ($1, $2)', [id, link.id]);
      await tx.record({
        type: 'public-signup-token-user-added',
        data: { name: link.name, userId: id },
      });
      return readSignedUp(id, tx);
    });
  }

  private async read(id: string): Promise<Json<InviteResponse>> {
    const [row] = await this.database.run<{ json: string }>(READ, [this.config.publicUrl, id]);
    if (!row) throw unknown();
    return row.json;
  }
}

async function readSignedUp(id: number, tx: Tx): Promise<UserAndRoleResponse> {
  const sql = `SELECT ${USER_AND_ROLE_JSON} AS "user" FROM app_user u WHERE u.id = $1`;
  const [row] = await tx.query<{ user: UserAndRoleResponse }>(sql, [id]);
  return row!.user;
}

function unknown(): NotFoundError {
  return new NotFoundError('There is no such invite link.');
}

function useless(): BadDataError {
  return new BadDataError(
    'The invite link is unknown, disabled or expired. Ask an administrator for a new one.',
  );
}
