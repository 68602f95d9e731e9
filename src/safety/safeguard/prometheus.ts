import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Semaphore } from '../../platform/database/semaphore.js';
import { startOf } from '../../platform/http/body/storable.js';
import { fetchFrom } from '../../platform/http/outgoing-fetch.js';
import { PrivateAddressError } from '../../platform/http/public-addresses.js';

/** Queries of checks that wait for their answers at the same time, and of previews besides. */
const CHECKS_AT_ONCE = 4;
const PREVIEWS_AT_ONCE = 2;
const MOST_WAITING_PREVIEWS = 20;
const TIMEOUT_SECONDS = 5;
/** How many characters of what Prometheus says about a query are shown. */
const MOST_CHARACTERS = 300;
const SECOND_MS = 1_000;
/** Distance of the values of the past, in seconds. */
const STEP_SECONDS = 60;

/** Why a query has no number. Contains no address and no secret. */
export class QueryProblem extends Error {}

/** What Prometheus answers; nothing of it is trusted. */
interface Answer {
  status?: unknown;
  error?: unknown;
  data?: Partial<Result>;
}

interface Result {
  resultType: unknown;
  result: unknown;
}

/**
 * Asks Prometheus, or what speaks its HTTP API, for numbers. Only reads. Answers are bounded in
 * time and size, and the address follows the rule for outgoing requests.
 */
@Injectable()
export class Prometheus {
  /** How many queries of checks had a number, and how many had none. */
  readonly asked = { ok: 0, failed: 0 };
  private readonly checks = new Semaphore(CHECKS_AT_ONCE, Infinity, tooMany);
  private readonly previews = new Semaphore(PREVIEWS_AT_ONCE, MOST_WAITING_PREVIEWS, tooMany);

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Whether there is an address to ask. */
  get isThere(): boolean {
    return this.config.prometheus.url !== undefined;
  }

  /** The present number of a query. @throws QueryProblem */
  async valueOf(query: string): Promise<number> {
    try {
      const value = numberIn(await this.checks.run(() => this.ask('query', { query })));
      this.asked.ok++;
      return value;
    } catch (error) {
      this.asked.failed++;
      throw error;
    }
  }

  /**
   * The numbers of a query in the past, minute by minute.
   * @param from The first moment, in milliseconds since 1970, of whole seconds.
   * @returns By moment.
   * @throws QueryProblem
   */
  async valuesOf(query: string, from: number, to: number): Promise<Map<number, number>> {
    const { resultType, result } = await this.previews.run(() =>
      this.ask('query_range', {
        query,
        start: String(from / SECOND_MS),
        end: String(Math.floor(to / SECOND_MS)),
        step: String(STEP_SECONDS),
      }),
    );
    const values = resultType === 'matrix' && fieldOf(oneOf(result), 'values');
    if (!Array.isArray(values)) throw unreadable();
    const numbers = values.map((one) => [Number((one as unknown[])[0]), asNumber(one)] as const);
    return new Map(
      numbers
        .filter(([, value]) => Number.isFinite(value))
        .map(([seconds, value]) => [Math.round(seconds * SECOND_MS), value]),
    );
  }

  private async ask(
    path: 'query' | 'query_range',
    parameters: Record<string, string>,
  ): Promise<Result> {
    const { url, token, allowPrivateAddresses } = this.config.prometheus;
    if (url === undefined)
      throw new QueryProblem('This instance knows no Prometheus (PROMETHEUS_URL).');
    const timeout = AbortSignal.timeout(TIMEOUT_SECONDS * SECOND_MS);
    // Two series are enough to see that there is more than one.
    const query = new URLSearchParams({
      ...parameters,
      timeout: `${TIMEOUT_SECONDS}s`,
      limit: '2',
    });
    const headers = {
      Accept: 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    try {
      const options = { method: 'GET', headers, signal: timeout };
      const address = `${url}/api/v1/${path}?${query}`;
      const response = await fetchFrom(address, options, !allowPrivateAddresses);
      return await resultOf(response);
    } catch (error) {
      throw error instanceof QueryProblem ? error : problemOf(error, timeout.aborted);
    }
  }
}

const tooMany = (): QueryProblem => new QueryProblem('Too many queries wait for Prometheus.');
const unreadable = (): QueryProblem => new QueryProblem('The answer of Prometheus cannot be read.');

/** @throws QueryProblem */
async function resultOf(response: Response): Promise<Result> {
  const { status } = response;
  // Prometheus explains these in JSON; a proxy before it may not.
  if (![200, 400, 422, 503].includes(status)) {
    await response.body?.cancel();
    const note = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
    throw new QueryProblem(`Prometheus answered ${status}${note}.`);
  }
  const text = await response.text();
  const answer = jsonIn(text);
  if (status === 200 && answer?.status === 'success' && answer.data)
    return { resultType: answer.data.resultType, result: answer.data.result };
  if (answer?.status === 'error' && typeof answer.error === 'string')
    throw new QueryProblem(`Prometheus says: ${startOf(answer.error, MOST_CHARACTERS)}`);
  throw status === 200 ? unreadable() : new QueryProblem(`Prometheus answered ${status}.`);
}

function jsonIn(text: string): Answer | null {
  try {
    return JSON.parse(text) as Answer | null;
  } catch {
    return null;
  }
}

/** Messages of Node.js contain the address, which may be secret; its error codes do not. */
function problemOf(error: unknown, isTooLate: boolean): QueryProblem {
  if (error instanceof PrivateAddressError)
    return new QueryProblem(
      'Prometheus has a private address, which this service may not call ' +
        '(PROMETHEUS_ALLOW_PRIVATE_ADDRESSES).',
    );
  if (isTooLate) return new QueryProblem(`Prometheus did not answer in ${TIMEOUT_SECONDS} s.`);
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  const reason = cause?.code ?? code;
  return typeof reason === 'string'
    ? new QueryProblem(`Prometheus is not reachable (${reason}).`)
    : new QueryProblem('The answer of Prometheus is cut off or too large.');
}

/** The number that is the result of a query. @throws QueryProblem */
function numberIn({ resultType, result }: Result): number {
  if (resultType !== 'scalar' && resultType !== 'vector')
    throw new QueryProblem('The query must have a number as its result.');
  const value = asNumber(resultType === 'scalar' ? result : fieldOf(oneOf(result), 'value'));
  if (!Number.isFinite(value)) throw new QueryProblem('The result of the query is no number.');
  return value;
}

/** The only series of a result. @throws QueryProblem */
function oneOf(result: unknown): unknown {
  if (!Array.isArray(result)) throw unreadable();
  if (result.length === 0) throw new QueryProblem('The query found nothing.');
  if (result.length > 1)
    throw new QueryProblem('The query found more than one series; use sum() or the like.');
  return result[0];
}

function fieldOf(series: unknown, name: 'value' | 'values'): unknown {
  if (series === null || typeof series !== 'object') throw unreadable();
  return (series as Record<string, unknown>)[name];
}

/** The number of a sample, which is a moment with a text; NaN if it has none. */
function asNumber(sample: unknown): number {
  const text: unknown = Array.isArray(sample) ? sample[1] : undefined;
  return typeof text === 'string' && text !== '' ? Number(text) : NaN;
}
