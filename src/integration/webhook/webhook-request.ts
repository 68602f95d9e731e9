import { createHmac } from 'node:crypto';
import { VERSION } from '../../http/version.js';
import { headersOf, type WebhookParameters } from '../provider/webhook-parameters.js';

/** An event to be sent. */
export interface EventToSend {
  id: string;
  /** The event as JSON. */
  json: string;
  /** The event as a sentence in Markdown. */
  markdown: string;
}

/** What is sent. */
export interface WebhookRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}

/** The content type of what a webhook is sent. */
export function contentTypeOf({ contentType }: Partial<WebhookParameters>): string {
  return contentType || 'application/json';
}

/**
 * The request that tells a webhook of an event by a text. `now`: Unix time in seconds, which the
 * signature covers.
 */
export function webhookRequest(
  parameters: WebhookParameters,
  event: { id: string; text: string },
  now: number,
): WebhookRequest {
  const body = Buffer.from(event.text);
  const headers = new Map([
    ['user-agent', `feature-flag-admin/${VERSION}`],
    ['content-type', contentTypeOf(parameters)],
    ...(parameters.authorization ? ([['authorization', parameters.authorization]] as const) : []),
    ...Object.entries(headersOf(parameters.customHeaders || '{}') ?? {}).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    ),
    ['content-length', String(body.length)],
    ['x-unleash-event-id', event.id],
    ...(parameters.secret
      ? ([['x-unleash-signature', signature(parameters.secret, body, now)]] as const)
      : []),
  ]);
  return { url: new URL(parameters.url), headers: Object.fromEntries(headers), body };
}

/**
 * `t=<time>,v1=<hex>`: the time is signed too, so that a receiver can refuse what somebody has
 * recorded and sends again later.
 */
function signature(secret: string, body: Buffer, now: number): string {
  return `t=${now},v1=${createHmac('sha256', secret).update(`${now}.`).update(body).digest('hex')}`;
}
