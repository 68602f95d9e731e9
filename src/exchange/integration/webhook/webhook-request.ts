import { createHmac } from 'node:crypto';
import { VERSION } from '../../../platform/config/version.js';
import { headersOf, type WebhookParameters } from '../provider/webhook-parameters.js';

/** An event to send. */
export interface EventToSend {
  id: string;
  /** The event as JSON. */
  json: string;
  /** The event as a Markdown sentence. */
  markdown: string;
}

/** The HTTP request to send. */
export interface WebhookRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** Finds a failure in the JSON body of a response with the status 200, if one can be there. */
  faultOf?: (body: Record<string, unknown>) => string | undefined;
}

/** The content type of a webhook request. */
export function contentTypeOf({ contentType }: Partial<WebhookParameters>): string {
  return contentType || 'application/json';
}

/** Builds the request for an event. `now` is the Unix time in seconds for the signature. */
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

/** `t=<time>,v1=<hex>`: the signature covers the time, so that receivers can refuse replays. */
function signature(secret: string, body: Buffer, now: number): string {
  return `t=${now},v1=${createHmac('sha256', secret).update(`${now}.`).update(body).digest('hex')}`;
}
