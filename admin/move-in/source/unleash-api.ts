import { setTimeout as sleep } from 'node:timers/promises';
import { MoveInError } from './source.js';
import { JsonRow } from './json-row.js';
import { isUntrusted, unanswered } from './unreachable.js';

const TIMEOUT_MS = 120_000;
const RETRIES = 3;
const RETRY_AFTER_MS = 1_000;
const MAX_TEXT = 300;

type Query = Readonly<Record<string, string | number>>;

/** Reads the administration API of Unleash. */
export class UnleashApi {
  private readonly base: string;

  constructor(
    url: string,
    private readonly token: string,
  ) {
    this.base = url.replace(/\/+$/, '');
  }

  /** @throws MoveInError when the path is not answered. */
  async get(path: string, query: Query = {}): Promise<JsonRow> {
    const found = await this.find(path, query);
    if (found) return found;
    throw new MoveInError(
      `${this.base}/api/admin${path} does not exist. Check --url: it is the address of Unleash ` +
        '6 or 7, without /api.',
    );
  }

  /** Like {@link get}; undefined for a path that this edition does not have. */
  async find(path: string, query: Query = {}): Promise<JsonRow | undefined> {
    const params = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) params.set(key, String(value));
    const response = await this.send(`${path}${params.size > 0 ? `?${params}` : ''}`, {});
    return response === undefined ? undefined : rowOf(response);
  }

  /** The features, with everything that an export contains. */
  async export(features: readonly string[], environment: string): Promise<JsonRow> {
    const body = JSON.stringify({ features, environment, downloadFile: false });
    const exported = await this.send('/features-batch/export', { method: 'POST', body });
    if (exported !== undefined) return rowOf(exported);
    throw new MoveInError('Unleash has no export. Use version 6 or later, or --database.');
  }

  private async send(path: string, init: RequestInit): Promise<unknown> {
    for (let left = RETRIES; ; left--) {
      const response = await this.try(path, init, left);
      if (!response) continue;
      if (response.status === 404) return undefined;
      if (response.ok)
        return response.json().catch(() => {
          throw new MoveInError(
            `${this.base}/api/admin${path} answers no JSON. Check --url: it is the address of ` +
              'Unleash, without /api.',
          );
        });
      const text = (await response.text()).slice(0, MAX_TEXT);
      throw new MoveInError(
        response.status === 401 || response.status === 403
          ? `Unleash refuses the token (${response.status}). Use an admin token with --token.`
          : `${this.base}/api/admin${path} answers ${response.status}: ${text}`,
      );
    }
  }

  /** @returns Undefined to try again. */
  private async try(path: string, init: RequestInit, left: number): Promise<Response | undefined> {
    try {
      const response = await fetch(`${this.base}/api/admin${path}`, {
        ...init,
        headers: { authorization: this.token, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status < 500 && response.status !== 429) return response;
      if (left === 0) return response;
      await response.body?.cancel();
    } catch (error) {
      if (left === 0 || isUntrusted(error as Error)) throw unanswered(this.base, error as Error);
    }
    await sleep(RETRY_AFTER_MS);
    return undefined;
  }
}

const rowOf = (value: unknown): JsonRow =>
  new JsonRow((Array.isArray(value) ? { items: value } : value) as Record<string, unknown>);
