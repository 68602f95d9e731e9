import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { SealedStore } from '../../core/auth/sealed-store.js';
import { SecretBox, UnreadableSecretError } from '../../core/auth/secret-box.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../core/event/tx.js';
import { type Json, toJson } from '../../platform/http/json.js';
import type { ApiTokenResponse, ApiTokensResponse } from './token.dto.js';
import { LIST_SEALED, READ_SEALED, REPLACE_SEALED, SEAL } from './token.sql.js';

const purposeOf = (id: string): string => `api token ${id}`;

/** Secrets of tokens that can be read again. */
export const SEALED_TOKENS: SealedStore = {
  what: 'secrets of API tokens',
  read: READ_SEALED,
  replace: REPLACE_SEALED,
  resealed: ({ key, content }, reseal) => reseal(purposeOf(key), content),
};

/** Identifies the token of the caller; undefined for sessions. */
function tokenOf({ kind, tokenId }: Caller): string | undefined {
  return tokenId === undefined ? undefined : `${kind} ${tokenId}`;
}

/**
 * Lets a program that creates API tokens read their secrets again, which Terraform does at each
 * refresh. The secrets are stored encrypted and shown only to the token that created them.
 */
@Injectable()
export class TokenSecrets {
  private readonly log = new Logger(TokenSecrets.name);
  private readonly isOn: boolean;

  constructor(
    private readonly box: SecretBox,
    private readonly database: Database,
    @Inject(CONFIG) { readableTokenSecrets, encryption }: Config,
  ) {
    this.isOn = readableTokenSecrets && encryption.key !== undefined;
  }

  /** Stores the secret of a new token for the token that creates it. */
  async keep({ id, secret }: ApiTokenResponse, caller: Caller, tx: Tx): Promise<void> {
    const creator = tokenOf(caller);
    if (!this.isOn || creator === undefined) return;
    await tx.query(SEAL, [id, await this.box.seal(purposeOf(id), secret), creator]);
  }

  /** A list of tokens with the secrets that the caller may read, instead of the masked ones. */
  async shown(listed: Json<ApiTokensResponse>, caller: Caller): Promise<Json<ApiTokensResponse>> {
    const creator = tokenOf(caller);
    if (!this.isOn || creator === undefined) return listed;
    const sealed = await this.database.run(LIST_SEALED, [creator]);
    if (sealed.length === 0) return listed;
    const secrets = new Map(sealed.map(({ id, sealedSecret }) => [id, sealedSecret]));
    const { tokens } = JSON.parse(listed) as ApiTokensResponse;
    const shown = tokens.map(async (token) => {
      const secret = secrets.get(token.id);
      return secret === undefined
        ? token
        : { ...token, secret: (await this.opened(token.id, secret)) ?? token.secret };
    });
    return toJson({ tokens: await Promise.all(shown) });
  }

  /**
   * The secret; undefined when it was encrypted with another key, so that one such token does not
   * fail the whole list.
   */
  private async opened(id: string, sealed: string): Promise<string | undefined> {
    try {
      return await this.box.open(purposeOf(id), sealed);
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      this.log.warn({ token: id }, error.message);
      return undefined;
    }
  }
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ID = new RegExp(`^${UUID}$`, 'i');
/**
 * Matches a masked secret. Other programs mask with other numbers of asterisks, so any number
 * matches.
 */
const MASKED = /(^|\.)\*$|\*\*/;
const MASKED_ID = new RegExp(`\\.\\*{4}-(${UUID})$`);

/** A token as named in a path. */
export type TokenReference =
  /** By its full secret. */
  | { secret: string }
  | { id: string }
  /**
   * By its masked secret, which ends in the id. Secrets that older versions masked contain no id
   * and match no token.
   */
  | { masked: string; id: string | undefined };

/** Parses the token in a path. */
export function tokenReference(text: string): TokenReference {
  if (ID.test(text)) return { id: text };
  return MASKED.test(text) ? { masked: text, id: MASKED_ID.exec(text)?.[1] } : { secret: text };
}
