import { createHash, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { QuotaExceededError } from '../../core/auth/limits/limits.errors.js';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { JsonParts } from '../../platform/http/json.js';
import { OtherStatus } from '../../platform/http/endpoint.js';
import { recentlyUsed } from '../../platform/memory/recently-used.js';
import {
  ANSWER,
  CLAIM,
  EXPIRE,
  FORGET,
  type IdempotencyRecord,
  LARGE_CALLERS,
  READ,
  RELEASE,
} from './idempotency.sql.js';
import type { KeyedRequest } from './keyed-request.js';

/** The key was used for another request (IETF draft "The Idempotency-Key HTTP Header Field"). */
export class IdempotencyKeyReusedError extends ApiError {
  readonly status = 422;
}

/** The response of the first request with the key was too long to keep. */
export class IdempotentResponseTooLongError extends ApiError {
  readonly status = 409;
}

/** The first request with the key has not ended, or the process ended before it did. */
export class IdempotentRequestPendingError extends ApiError {
  readonly status = 409;
}

/** The response of an earlier request, which is sent again. */
export class RepeatedResponse extends OtherStatus {
  private readonly headers: Readonly<Record<string, string>>;

  constructor({ status, body, location, omitsSecrets }: IdempotencyRecord) {
    super(status, body ?? undefined);
    this.headers = {
      'Idempotency-Replayed': 'true',
      ...(omitsSecrets ? { 'Idempotency-Secrets': 'omitted' } : {}),
      ...(location === null ? {} : { Location: location }),
    };
  }

  /** Sets the headers of the response, as far as they differ from those of the operation. */
  setHeaders(response: Response): this {
    if (this.body === undefined) response.removeHeader('Content-Type');
    else response.type('application/json');
    response.set(this.headers);
    return this;
  }
}

/** How long the response of a request is kept. */
export const KEPT_HOURS = 24;
/** Maximum length of a response that is kept, in characters. */
export const MAX_BODY = 1_048_576;
/** Approximate maximum number of keys of a caller within {@link KEPT_HOURS}. */
export const MAX_KEYS = 100_000;
/** Approximate maximum size of the kept responses of a caller, in bytes. */
export const MAX_BYTES = 256 * 1_048_576;
/** The callers whose use is counted in memory; others begin at zero. */
const MAX_CALLERS = 10_000;
/** `Retry-After` of a caller with too many keys. */
const RETRY_SECONDS = 600;
const EXPIRE_EVERY_MS = 5 * 60_000;
/** Maximum number of records that are deleted at once. */
const EXPIRE_AT_ONCE = 10_000;
/** What replaces secrets in a repeated response. */
const OMITTED = '*****';

/** Properties of a body whose values must not be guessed from the fingerprint of a request. */
const SECRET_NAME = /password|secret/i;
const SLOW_HASH_BYTES = 32;
const slowHash = promisify<string, string, number, Buffer>(scrypt);

/** How much a caller has stored. */
interface Use {
  keys: number;
  bytes: number;
}

/**
 * Carries out a request with an idempotency key at most once. The request, its events and the
 * record of its response are one transaction: whoever finds a record finds the change as well, and
 * after a failure neither exists. What acts outside, such as a message, is claimed before.
 */
@Injectable()
export class IdempotencyService {
  /** The callers as last counted in the database, and what they have used here since then. */
  private readonly used = recentlyUsed<Use>(MAX_CALLERS);

  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'idempotency-keys',
      everyMs: EXPIRE_EVERY_MS,
      run: () => this.expire(),
    });
  }

  /**
   * Claims the key, within the transaction of the request.
   * @returns The response of the request if it has been carried out.
   * @throws QuotaExceededError when the caller has used too many keys.
   * @throws IdempotencyKeyReusedError when the key belongs to another request.
   * @throws IdempotentResponseTooLongError when its response was not kept.
   * @throws IdempotentRequestPendingError while the request waits, or when it never went on.
   */
  async begin(request: KeyedRequest): Promise<RepeatedResponse | undefined> {
    if (request.isClaimed) return undefined;
    this.requireQuota(request);
    const record = await this.claim(request);
    return record && repeated(record);
  }

  /**
   * The response of a request if it has been carried out; undefined for another request with its
   * key too.
   */
  async earlier(request: KeyedRequest): Promise<RepeatedResponse | undefined> {
    const record = await this.find(request, await fingerprintOf(request));
    return record?.isSame ? repeated(record) : undefined;
  }

  /**
   * Does what a request waits for outside of transactions, after its claim was committed: whatever
   * becomes of it, nobody else does it with the key.
   * @param wait Has had no effect when it rejects; then the key can be used again.
   */
  async whileClaimed(request: KeyedRequest, wait: () => Promise<unknown>): Promise<void> {
    request.isClaimed = true;
    try {
      await wait();
    } catch (error) {
      await this.database.run(RELEASE, [request.caller, request.key]);
      throw error;
    }
  }

  /** @throws QuotaExceededError when the caller has used too many keys. */
  private requireQuota({ caller }: KeyedRequest): void {
    const { keys, bytes } = this.used.get(caller) ?? { keys: 0, bytes: 0 };
    if (keys < MAX_KEYS && bytes < MAX_BYTES) return;
    throw new QuotaExceededError(
      `This caller has used ${MAX_KEYS} idempotency keys, or responses of ${MAX_BYTES} bytes, ` +
        `within ${KEPT_HOURS} hours. Send the request without a key, or wait until keys expire.`,
      RETRY_SECONDS,
    );
  }

  /** @returns The record of an earlier request with the key. */
  private async claim(request: KeyedRequest): Promise<IdempotencyRecord | undefined> {
    const { caller, key } = request;
    const fingerprint = await fingerprintOf(request);
    await this.database.run(FORGET, [caller, key, KEPT_HOURS]);
    const claimed = await this.database.run(CLAIM, [caller, key, fingerprint]);
    if (claimed.length > 0) return undefined;
    const record = await this.find(request, fingerprint);
    if (!record) return this.claim(request); // it expired in between
    if (!record.isSame)
      throw new IdempotencyKeyReusedError(
        `The idempotency key "${key}" was used for another request. Use a new key for each ` +
          'request, and the same key only to repeat it.',
      );
    return record;
  }

  private async find(
    { caller, key }: KeyedRequest,
    fingerprint: string,
  ): Promise<IdempotencyRecord | undefined> {
    const [record] = await this.database.run(READ, [caller, key, fingerprint, KEPT_HOURS]);
    return record;
  }

  /** Keeps the response of a request, within its transaction. */
  async keep(
    { caller, key, secrets }: KeyedRequest,
    body: unknown,
    status: number,
    location: unknown,
  ): Promise<void> {
    const { json, omitsSecrets } = withoutSecrets(body, secrets);
    const isTooLong = json === undefined || (json?.length ?? 0) > MAX_BODY;
    const kept = isTooLong ? null : json;
    const values = [status, typeof location === 'string' ? location : null, kept] as const;
    await this.database.run(ANSWER, [caller, key, ...values, isTooLong, omitsSecrets]);
    const { keys, bytes } = this.used.get(caller) ?? { keys: 0, bytes: 0 };
    this.used.set(caller, { keys: keys + 1, bytes: bytes + Buffer.byteLength(kept ?? '') });
  }

  /**
   * Deletes expired records, and counts those of callers who have many.
   * @returns The pause before the next run when more records have expired.
   */
  async expire(): Promise<number | void> {
    const [row] = await this.database.run(EXPIRE, [KEPT_HOURS, EXPIRE_AT_ONCE], 'background');
    const limits = [MAX_KEYS / 10, Math.floor(MAX_BYTES / 10), MAX_CALLERS] as const;
    const large = await this.database.run(LARGE_CALLERS, limits, 'background');
    this.used.clear();
    for (const { caller, ...use } of large) this.used.set(caller, use);
    if (row!.deleted === EXPIRE_AT_ONCE) return 0;
  }
}

/**
 * @throws IdempotentResponseTooLongError
 * @throws IdempotentRequestPendingError
 */
function repeated(record: IdempotencyRecord): RepeatedResponse {
  if (record.status === 0)
    throw new IdempotentRequestPendingError(
      'A request with this idempotency key has begun, and its result is not known yet. It is not ' +
        'carried out again. Repeat it later, or use another key to do it once more.',
    );
  if (record.isTooLong)
    throw new IdempotentResponseTooLongError(
      `This request was carried out with status ${record.status}. Its response was too long to ` +
        'repeat; read the resource instead.',
    );
  return new RepeatedResponse(record);
}

async function fingerprintOf({ caller, key, method, url, body }: KeyedRequest): Promise<string> {
  const text = JSON.stringify([method, url, await slowlyHashed(body ?? null, `${caller} ${key}`)]);
  return createHash('sha256').update(text).digest('hex');
}

/**
 * A body whose passwords and secrets are replaced by slow hashes, so that a copy of the database
 * does not help to guess them.
 */
async function slowlyHashed(body: unknown, salt: string): Promise<unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const hidden = Object.entries(body).filter(([name]) => SECRET_NAME.test(name));
  if (hidden.length === 0) return body;
  const hash = await slowHash(JSON.stringify(hidden), salt, SLOW_HASH_BYTES);
  return { ...body, ...Object.fromEntries(hidden.map(([name]) => [name, hash.toString('hex')])) };
}

/** The response as JSON without its secrets; null without a body, undefined when it is in parts. */
function withoutSecrets(
  body: unknown,
  secrets: readonly string[],
): { json: string | null | undefined; omitsSecrets: boolean } {
  if (body === undefined || body === null) return { json: null, omitsSecrets: false };
  if (body instanceof JsonParts) return { json: undefined, omitsSecrets: false };
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  if (secrets.length === 0) return { json, omitsSecrets: false };
  const shown = JSON.parse(json) as Record<string, unknown>;
  for (const name of secrets) if (name in shown) shown[name] = masked(shown[name]);
  return { json: JSON.stringify(shown), omitsSecrets: true };
}

function masked(secret: unknown): unknown {
  return Array.isArray(secret) ? secret.map(() => OMITTED) : OMITTED;
}
