import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import type { Json } from '../../platform/http/json.js';
import { readableTypes } from './token-permission.js';
import { tokenReference, TokenSecrets } from './token-secrets.js';
import type { ApiTokensResponse, TokenSearchQuery, TokenSearchResponse } from './token.dto.js';
import { LIST, MASKED, NAMED, OF_PROJECT, SEARCH } from './token.sql.js';

/** Reads API tokens. */
@Injectable()
export class TokenReadModel {
  constructor(
    private readonly database: Database,
    private readonly secrets: TokenSecrets,
  ) {}

  /**
   * Lists the tokens of the types that the caller may read, without tokens of hidden projects; with
   * a name, only the tokens of that name.
   */
  async list(caller: Caller, name?: string): Promise<Json<ApiTokensResponse>> {
    const types = readableTypes(caller);
    const [row] =
      name === undefined
        ? await this.database.run(LIST, [types, caller.hiddenProjects])
        : await this.database.run(NAMED, [types, caller.hiddenProjects, name]);
    return this.secrets.shown(row!.listed, caller);
  }

  /**
   * Lists the tokens with a name, or the one with a masked secret.
   * @throws NotFoundError when a masked secret matches no token.
   */
  async named(name: string, caller: Caller): Promise<Json<ApiTokensResponse>> {
    const reference = tokenReference(name);
    if (!('masked' in reference)) return this.list(caller, name);
    const values = [
      readableTypes(caller),
      caller.hiddenProjects,
      reference.id ?? null,
      name,
    ] as const;
    const [row] = await this.database.run(MASKED, values);
    if (!row) throw unknownMask(name);
    return this.secrets.shown(row.listed, caller);
  }

  /**
   * Lists the tokens that are limited to exactly this project.
   * @throws NotFoundError when there is no such project.
   */
  async ofProject(projectId: string, caller: Caller): Promise<Json<ApiTokensResponse>> {
    const [row] = await this.database.run(OF_PROJECT, [projectId]);
    if (!row) throw new NotFoundError(`There is no project "${projectId}".`);
    return this.secrets.shown(row.listed, caller);
  }
}

/**
 * The error for a masked secret that matches no token, or only one that is hidden from the caller.
 */
export function unknownMask(masked: string): NotFoundError {
  return new NotFoundError(
    `There is no token "${masked}". Use the secret or the id from the list of tokens.`,
  );
}

/** Finds API tokens, in pages. */
@Injectable()
export class TokenSearchReadModel {
  constructor(private readonly database: Database) {}

  /**
   * A page of the tokens that match, of the types that the caller may read and without tokens of
   * hidden projects.
   */
  async find(
    query: TokenSearchQuery,
    caller: Caller,
    reader: Reader,
  ): Promise<Json<TokenSearchResponse>> {
    const visible = { types: readableTypes(caller), hiddenProjects: caller.hiddenProjects };
    const [row] = await this.database.longRead(reader, SEARCH(query, visible));
    return row!.json;
  }
}
