import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { tracing } from '../../../platform/tracing/tracing.js';
import { sendTo } from '../../../platform/http/outgoing-fetch.js';
import { PrivateAddressError } from '../../../platform/http/public-addresses.js';
import { sendSyslog, type SyslogMessages } from '../siem/syslog.js';
import type { WebhookRequest } from './webhook-request.js';

/**
 * Result of a request: `status` of the response, if any; `reason` of a failure, without secrets.
 */
export type Outcome =
  | { ok: true; status: number | null }
  | {
      ok: false;
      status: number | null;
      reason: string;
      isFinal: boolean;
      /** Whether the receiver works, but does not take what was sent. */
      isRefused?: boolean;
    };

/** What is sent to a receiver. */
export type OutgoingMessage = WebhookRequest | SyslogMessages;

/** Statuses of receivers that do not take the body of a request, whenever it is sent. */
const REFUSING = [400, 413, 422];

/** Why a request with a good status has failed. */
interface Fault {
  reason: string;
  isRefused: boolean;
}

/** Maximum bytes read of a response whose body contains the result. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** The failure in the JSON body of a response; an empty body counts as one without fields. */
async function faultIn(
  response: IncomingMessage,
  faultOf: NonNullable<WebhookRequest['faultOf']>,
): Promise<Fault | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) return unreadable('too large');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString().trim() || '{}';
  try {
    const reason = faultOf((JSON.parse(text) ?? {}) as Record<string, unknown>);
    return reason === undefined ? undefined : { reason, isRefused: true };
  } catch {
    return unreadable('not JSON');
  }
}

/** Nobody knows whether the receiver has taken what was sent; proxies answer so, too. */
function unreadable(what: string): Fault {
  return { reason: `the response of the receiver is ${what}`, isRefused: false };
}

/**
 * Sends requests to external receivers. Follows no redirects, reuses no connections, and reads only
 * the status, or the body if it contains the result.
 */
@Injectable()
export class WebhookSender {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Response timeout in milliseconds. */
  get timeoutMs(): number {
    return this.config.webhooks.timeoutSeconds * 1000;
  }

  /** Sends a message; never throws, failures are results. `signal` aborts it. */
  async send(message: OutgoingMessage, signal: AbortSignal): Promise<Outcome> {
    const timeout = AbortSignal.timeout(this.timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    try {
      if ('frames' in message) {
        await sendSyslog(message, either, !this.config.webhooks.allowPrivateAddresses);
        return { ok: true, status: null };
      }
      const { status, fault } = await this.traced(message, either);
      if (fault) return { ok: false, status, isFinal: false, ...fault };
      if (status >= 200 && status < 300) return { ok: true, status };
      const note = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
      return {
        ok: false,
        status,
        reason: `the receiver answered ${status}${note}`,
        isFinal: false,
        isRefused: REFUSING.includes(status),
      };
    } catch (error) {
      return { ok: false, status: null, ...this.meaningOf(error, timeout.aborted) };
    }
  }

  /** Sends the request with the headers that continue the trace, if there is one. */
  private traced(
    request: WebhookRequest,
    signal: AbortSignal,
  ): Promise<{ status: number; fault?: Fault | undefined }> {
    const { current } = tracing;
    if (!current) return this.exchange(request, signal);
    return current.outgoing('POST', request.url, (trace) =>
      this.exchange({ ...request, headers: { ...request.headers, ...trace } }, signal),
    );
  }

  private async exchange(
    { url, headers, body, faultOf }: WebhookRequest,
    signal: AbortSignal,
  ): Promise<{ status: number; fault?: Fault | undefined }> {
    const { allowPrivateAddresses } = this.config.webhooks;
    const options = { method: 'POST', headers, body, signal };
    const response = await sendTo(url, options, !allowPrivateAddresses);
    const status = response.statusCode ?? 0;
    if (faultOf && status === 200) return { status, fault: await faultIn(response, faultOf) };
    response.on('error', () => undefined); // Everything after the status is ignored.
    response.resume();
    return { status };
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
      reason: `the receiver is not reachable (${code ?? cause?.code ?? 'unknown error'})`,
      isFinal: false,
    };
  }
}
