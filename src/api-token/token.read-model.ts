import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { NotFoundError } from '../errors/general.errors.js';
import type { Json } from '../http/json.js';
import type { Caller } from '../auth/caller/caller.js';
import { TOKEN_TYPES, type TokenType } from './api-token.entity.js';
import { tokenReference } from './token-reference.js';
import { permissionFor } from './token-permission.js';
import type { ApiTokensResponse } from './token.response.js';
import { MASKED_SECRET, TOKEN_JSON, TOKENS } from './token.sql.js';

const LISTED = `jsonb_build_object('tokens', COALESCE(jsonb_agg(${TOKEN_JSON} ORDER BY t.created_at, t.id), '[]'))::text AS listed`;

/** Whether the token `t` is valid in all projects or in at least one that is not hidden. */
const isSeen = (hidden: string): string =>
  `NOT EXISTS (SELECT FROM api_token_project own WHERE own.token_id = t.id AND own.project = ANY (${hidden}::text[]))`;

const LIST = {
  name: 'token-list',
  text: `SELECT ${LISTED} FROM ${TOKENS} WHERE t.type = ANY($1) AND ${isSeen('$2')}`,
};

const NAMED = {
  name: 'token-named',
  text: `SELECT ${LISTED} FROM ${TOKENS} WHERE t.type = ANY($1) AND ${isSeen('$2')} AND t.name = $3`,
};

/** Finds a token by its id, if its masked secret matches. */
const MASKED = {
  name: 'token-masked',
  text: `SELECT ${LISTED} FROM ${TOKENS} WHERE t.type = ANY($1) AND ${isSeen('$2')} AND (t.name = $4 OR t.id = $3 AND ${MASKED_SECRET} = $4) HAVING count(*) > 0`,
};

const OF_PROJECT = {
  name: 'token-of-project',
  text: /* sql */ `
    SELECT (SELECT ${LISTED} FROM ${TOKENS}
             WHERE t.id IN (SELECT token_id FROM api_token_project WHERE project = p.id) AND scope.projects = ARRAY[p.id]) AS listed
      FROM project p WHERE p.id = $1`,
};

interface Row {
  listed: string;
}

/** Reads API tokens. */
@Injectable()
export class TokenReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Lists the tokens of the types that the caller may read, without tokens of hidden projects; with
   * a name, only the tokens of that name.
   */
  async list(caller: Caller, name?: string): Promise<Json<ApiTokensResponse>> {
    const types = readableTypes(caller);
    const [row] =
      name === undefined
        ? await this.database.run<Row & object>(LIST, [types, caller.hiddenProjects])
        : await this.database.run<Row & object>(NAMED, [types, caller.hiddenProjects, name]);
    return row!.listed;
  }

  /**
   * Lists the tokens with a name, or the one with a masked secret.
   * @throws NotFoundError when a masked secret matches no token.
   */
  async named(name: string, caller: Caller): Promise<Json<ApiTokensResponse>> {
    const reference = tokenReference(name);
    if (!('masked' in reference)) return this.list(caller, name);
    const values = [readableTypes(caller), caller.hiddenProjects, reference.id ?? null, name];
    const [row] = await this.database.run<Row & object>(MASKED, values);
    if (!row) throw unknownMask(name);
    return row.listed;
  }

  /**
   * Lists the tokens that are limited to exactly this project.
   * @throws NotFoundError when there is no such project.
   */
  async ofProject(projectId: string): Promise<Json<ApiTokensResponse>> {
    const [row] = await this.database.run<Row & object>(OF_PROJECT, [projectId]);
    if (!row) throw new NotFoundError(`There is no project "${projectId}".`);
    return row.listed;
  }
}

function readableTypes(caller: Caller): readonly TokenType[] {
  return TOKEN_TYPES.filter((type) => caller.may(permissionFor('READ', type), {}));
}

/**
 * The error for a masked secret that matches no token, or only one that is hidden from the caller.
 */
export function unknownMask(masked: string): NotFoundError {
  return new NotFoundError(
    `There is no token "${masked}". Take the secret or the id that the list of tokens shows.`,
  );
}
