import { Injectable, Logger } from '@nestjs/common';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { UnauthorizedError } from '../../../core/auth/caller/auth.errors.js';
import { LoginThrottle } from '../../../core/auth/limits/login-throttle.js';
import { NOBODY } from '../../../core/event/actor.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { Database } from '../../../platform/database/database.js';
import { BadDataError, ForbiddenError } from '../../../platform/errors/general.errors.js';
import { addExchangedToken } from '../../people/federated-credential/exchanged-token.js';
import {
  type TrustedCredential,
  TRUSTING,
} from '../../people/federated-credential/federated-credential.sql.js';
import { hasAudience, hasSubject } from '../../people/federated-credential/trust.js';
import { IssuerKeys } from './issuer-keys.js';
import type { TokenExchangeDto, TokenExchangeResponse } from './token-exchange.dto.js';

/** Signatures with public keys. Those with a shared secret would accept the public key as one. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const CLOCK_TOLERANCE_SECONDS = 30;
/** How old a token may be, whatever its issuer thinks. */
const MAX_AGE = '1 day';

/** Exchanges tokens of trusted issuers for those of service accounts. */
@Injectable()
export class TokenExchangeService {
  private readonly log = new Logger(TokenExchangeService.name);

  constructor(
    private readonly throttle: LoginThrottle,
    private readonly database: Database,
    private readonly keys: IssuerKeys,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Exchanges a token. Only who has a token that is signed by a trusted issuer hears more than that
   * it is not.
   * @throws UnauthorizedError when the token is not valid, or of an unknown issuer.
   * @throws ForbiddenError when no credential trusts its audience, subject and claims.
   * @throws BadDataError when several do and none is named.
   * @throws IssuerUnreachableError
   * @throws TooManyRequestsError
   */
  async exchange(
    { subject_token: token, credential: name }: TokenExchangeDto,
    address: string,
  ): Promise<TokenExchangeResponse> {
    const succeeded = await this.throttle.admitUnnamed('token exchange', address);
    const issuer = issuerOf(token);
    const trusting = issuer === undefined ? [] : await this.database.run(TRUSTING, [issuer]);
    if (issuer === undefined || trusting.length === 0) throw untrusted();
    const claims = await this.verified(token, issuer);
    const credential = this.fitting(trusting, claims, name);
    const exchanged = await this.unitOfWork.run({ ...NOBODY, address }, (tx) =>
      addExchangedToken(credential, claims, address, tx),
    );
    if (!exchanged) throw new ForbiddenError('The federated credential was changed. Try again.');
    await succeeded();
    return {
      access_token: exchanged.secret,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: exchanged.seconds,
    };
  }

  /** Verifies signature and times. Keys are fetched again when the token names an unknown one. */
  private async verified(token: string, issuer: string): Promise<JWTPayload> {
    const options = {
      issuer,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE,
      requiredClaims: ['exp', 'sub', 'aud'],
    };
    try {
      const keys = await this.keys.of(issuer);
      const { payload } = await jwtVerify(token, keys, options).catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        return jwtVerify(token, await this.keys.refreshed(issuer), options);
      });
      return payload;
    } catch (error) {
      throw error instanceof errors.JOSEError ? this.refusalOf(error, issuer) : error;
    }
  }

  private refusalOf(error: errors.JOSEError, issuer: string): UnauthorizedError {
    this.log.warn({ issuer, reason: error.message }, 'A token was not exchanged.');
    if (error instanceof errors.JWTExpired) return new UnauthorizedError('The token has expired.');
    // The signature was verified before.
    if (error instanceof errors.JWTClaimValidationFailed)
      return new UnauthorizedError(`The claim "${error.claim}" of the token is not acceptable.`);
    return untrusted();
  }

  /** The credential that trusts a token. */
  private fitting(
    trusting: readonly TrustedCredential[],
    claims: JWTPayload,
    name: string | undefined,
  ): TrustedCredential {
    const forUs = trusting.filter((one) => hasAudience(one, claims));
    const fitting = forUs.filter((one) => hasSubject(one, claims));
    const named = fitting.filter((one) => name === undefined || one.name === name);
    const [only, ...others] = named;
    if (only && others.length === 0) return only;
    if (only)
      throw new BadDataError(
        'Several federated credentials trust this token. Name one of them as "credential": ' +
          `${named.map((one) => one.name).join(', ')}.`,
      );
    const { iss: issuer, sub: subject, aud: audience } = claims;
    this.log.warn({ issuer, subject, audience }, 'A token was not exchanged: nothing trusts it.');
    throw new ForbiddenError(reasonFor(forUs.length > 0, fitting.length > 0));
  }
}

function reasonFor(isForUs: boolean, fits: boolean): string {
  if (fits) return 'No federated credential with this name trusts the token.';
  return isForUs
    ? 'No federated credential trusts the subject ("sub") and the other claims of the token.'
    : 'No federated credential trusts the audience ("aud") of the token.';
}

/** The same for unknown issuers, unknown keys and wrong signatures, so that nobody learns more. */
function untrusted(): UnauthorizedError {
  return new UnauthorizedError('The token is not signed by an issuer that is trusted here.');
}

/** The issuer that a token claims to be of. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
