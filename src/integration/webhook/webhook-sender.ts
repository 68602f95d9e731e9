import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import {
  hostOf,
  isPublic,
  PrivateAddressError,
  publicLookup,
} from '../provider/public-addresses.js';
import type { WebhookRequest } from './webhook-request.js';

/**
 * Result of a request: `status` of the response, if any; `reason` of a failure, without secrets.
 */
export type Outcome =
  | { ok: true; status: number }
  | { ok: false; status: number | null; reason: string; isFinal: boolean };

/**
 * Sends requests to external receivers. Follows no redirects, reuses no connections, and reads only
 * the status.
 */
@Injectable()
export class WebhookSender {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Response timeout in milliseconds. */
  get patience(): number {
    return this.config.webhooks.timeoutSeconds * 1000;
  }

  /** Sends a request; never throws, failures are results. `signal` aborts it. */
  async send(request: WebhookRequest, signal: AbortSignal): Promise<Outcome> {
    const timeout = AbortSignal.timeout(this.patience);
    try {
      const status = await this.exchange(request, AbortSignal.any([signal, timeout]));
      if (status >= 200 && status < 300) return { ok: true, status };
      const note = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
      return {
        ok: false,
        status,
        reason: `the receiver answered ${status}${note}`,
        isFinal: false,
      };
    } catch (error) {
      return { ok: false, status: null, ...this.meaningOf(error, timeout.aborted) };
    }
  }

  private exchange({ url, headers, body }: WebhookRequest, signal: AbortSignal): Promise<number> {
    const { allowPrivateAddresses } = this.config.webhooks;
    const host = hostOf(url);
    if (!allowPrivateAddresses && isIP(host) && !isPublic(host))
      return Promise.reject(new PrivateAddressError());
    const options: RequestOptions = {
      method: 'POST',
      headers,
      signal,
      agent: false,
      ...(allowPrivateAddresses ? {} : { lookup: publicLookup }),
    };
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
      request.on('error', reject);
      request.on('response', (response) => {
        response.on('error', () => undefined); // Everything after the status is ignored.
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.end(body);
    });
  }

  /** Messages of Node.js contain the URL, which may be secret; its error codes do not. */
  private meaningOf(error: unknown, isTooLate: boolean): { reason: string; isFinal: boolean } {
    if (error instanceof PrivateAddressError)
      return { reason: error.message.replace(/^The (.*)\.$/, 'the $1'), isFinal: true };
    if (isTooLate)
      return {
        reason: `the receiver did not answer within ${this.config.webhooks.timeoutSeconds} s`,
        isFinal: false,
      };
    const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
    return {
      reason: `the receiver cannot be reached (${code ?? cause?.code ?? 'unknown error'})`,
      isFinal: false,
    };
  }
}
