import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { BadDataError, ForbiddenError } from '../../../platform/errors/general.errors.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import { LoginThrottle } from '../../../core/auth/limits/login-throttle.js';
import { NOBODY } from '../../../core/event/actor.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { addPersonalToken } from '../../people/personal-token/personal-token-writer.js';
import { lockUser } from '../../people/user/user-writer.js';
import type {
  AgentQuery,
  AgentResponse,
  AgentTokenDto,
  AgentTokenResponse,
  AllowAgentDto,
  RegisterClientDto,
  RegisteredClientResponse,
} from './agent.dto.js';
import {
  AWAIT_CLIENT,
  EXCHANGE,
  REMOVE_EXPIRED,
} from '../../people/personal-token/personal-token.sql.js';
import {
  clientIdOf,
  clientOf,
  hasRedirect,
  MAX_CLIENT_ID,
  type OAuthClient,
  OAuthError,
  requireSafe,
} from './oauth-client.js';

/** What agents can ask for. */
export const SCOPE = 'propose';
/** For how long a person allows an agent: a working day. */
const HOURS = 8;
const SECONDS = HOURS * 3_600;
/** Bytes of a code, and of what distinguishes tokens of the same agent. */
const CODE_BYTES = 32;
const SUFFIX_BYTES = 3;

/**
 * Lets people allow agents to read and propose in their name (OAuth 2.1 with PKCE, for clients
 * without secrets). An allowed agent gets a personal token that only proposes, which people see and
 * revoke among their tokens.
 */
@Injectable()
export class AgentAuthorizations {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly throttle: LoginThrottle,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws OAuthError when a redirect URI is not safe. */
  register(dto: RegisterClientDto): RegisteredClientResponse {
    const { client_name: name = 'An agent', redirect_uris: redirectUris } = dto;
    for (const uri of redirectUris) requireSafe(uri);
    const id = clientIdOf({ name, redirectUris });
    if (id.length > MAX_CLIENT_ID)
      throw new OAuthError('invalid_client_metadata', 'The redirect URIs are too long.');
    return {
      client_id: id,
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  /** @throws BadDataError when the client did not register the address. */
  describe(query: AgentQuery): AgentResponse {
    const { name } = clientFor(query);
    const { protocol, host } = new URL(query.redirect_uri);
    return { name, target: host || protocol.replace(/:$/, ''), hours: HOURS };
  }

  /**
   * Allows an agent to read and propose as the caller.
   * @returns Where the person goes next, with a code for the client.
   * @throws ForbiddenError for tokens: only people can allow something.
   * @throws BadDataError when a project does not exist.
   * @throws OperationDeniedError when the person has 10 tokens.
   */
  async allow(dto: AllowAgentDto, caller: Caller): Promise<string> {
    const { name } = clientFor(dto);
    if (!caller.session)
      throw new ForbiddenError('A token cannot allow agents anything: sign in with a browser.');
    const code = randomBytes(CODE_BYTES).toString('base64url');
    const { projects, state } = dto;
    await this.unitOfWork.run(caller, async (tx) => {
      await lockUser(caller.userId, tx);
      await tx.query(REMOVE_EXPIRED, [caller.userId]);
      const { id } = await addPersonalToken(
        caller.userId,
        {
          description: `Agent: ${name} ${randomBytes(SUFFIX_BYTES).toString('hex')}`,
          expiresAt: new Date(Date.now() + SECONDS * 1_000).toISOString(),
          scope: { proposeOnly: true, ...(projects ? { projects } : {}) },
        },
        tx,
      );
      await tx.query(AWAIT_CLIENT, [id, proofOf(code, dto, dto.code_challenge)]);
    });
    const redirect = new URL(dto.redirect_uri);
    redirect.searchParams.set('code', code);
    redirect.searchParams.set('iss', this.config.publicUrl);
    if (state !== undefined) redirect.searchParams.set('state', state);
    return redirect.href;
  }

  /**
   * Gives the client the token for a code, once.
   * @throws OAuthError when the code is unknown, expired or used, or is of another client.
   * @throws TooManyRequestsError
   */
  async exchange(dto: AgentTokenDto, address: string): Promise<AgentTokenResponse> {
    const succeeded = await this.throttle.admitUnnamed('agent', address);
    const challenge = createHash('sha256').update(dto.code_verifier).digest('base64url');
    const secret = `user:${randomBytes(28).toString('hex')}`;
    const proof = proofOf(dto.code, dto, challenge);
    const [token] = await this.unitOfWork.run({ ...NOBODY, address }, (tx) =>
      tx.query(EXCHANGE, [proof, hashOf(secret), SECONDS]),
    );
    if (!token)
      throw new OAuthError(
        'invalid_grant',
        'The code is unknown, was used or has expired after a minute, or it was given to another ' +
          'client. Begin again.',
      );
    await succeeded();
    return { access_token: secret, token_type: 'Bearer', expires_in: SECONDS, scope: SCOPE };
  }
}

/** @throws BadDataError when the client did not register the address. */
function clientFor({ client_id: id, redirect_uri: uri }: AgentQuery): OAuthClient {
  const client = clientOf(id);
  if (hasRedirect(client, uri)) return client;
  throw new BadDataError('The client did not register this redirect URI.');
}

/**
 * What a client must show for a token: the code, and that it is the same client. No header can
 * contain the line breaks, so that it is no token itself.
 */
function proofOf(code: string, client: AgentQuery, challenge: string): Buffer {
  return hashOf([code, client.client_id, client.redirect_uri, challenge].join('\n'));
}
