import { createHmac } from 'node:crypto';
import mustache from 'mustache';
import { VERSION } from '../../http/version.js';
import { headersOf, type WebhookParameters } from './webhook-parameters.js';

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

/** The library keeps every template that it has ever seen. */
mustache.templateCache = undefined;

/** The request that tells a webhook of an event. `now`: Unix time in seconds, which the signature covers. */
export function webhookRequest(parameters: WebhookParameters, event: EventToSend, now: number): WebhookRequest {
  const contentType = parameters.contentType || 'application/json';
  const body = Buffer.from(parameters.bodyTemplate ? rendered(parameters.bodyTemplate, contentType, event) : event.json);
  const headers = new Map([
    ['user-agent', `feature-flag-admin/${VERSION}`],
    ['content-type', contentType],
    ...(parameters.authorization ? ([['authorization', parameters.authorization]] as const) : []),
    ...Object.entries(headersOf(parameters.customHeaders || '{}') ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
    ['content-length', String(body.length)],
    ['x-unleash-event-id', event.id],
    ...(parameters.secret ? ([['x-unleash-signature', signature(parameters.secret, body, now)]] as const) : []),
  ]);
  return { url: new URL(parameters.url), headers: Object.fromEntries(headers), body };
}

/** `t=<time>,v1=<hex>`: the time is signed too, so that a receiver can refuse what somebody has recorded and sends again later. */
function signature(secret: string, body: Buffer, now: number): string {
  return `t=${now},v1=${createHmac('sha256', secret).update(`${now}.`).update(body).digest('hex')}`;
}

/**
 * A template filled in. `eventJson` is the event as JSON, written as a text of JSON, as the reference has it. Where the body is JSON, values are
 * escaped for JSON; the reference escapes them for HTML there too, which makes `&amp;` of `&` and lets a line break spoil the body.
 */
function rendered(template: string, contentType: string, { json, markdown }: EventToSend): string {
  const view = { event: JSON.parse(json) as unknown, eventJson: JSON.stringify(json), eventMarkdown: markdown };
  return mustache.render(template, view, undefined, /\bjson\b/i.test(contentType) ? { escape: escapedForJson } : undefined);
}

/** A text as it stands between the quotation marks of JSON; anything else as JSON. */
function escapedForJson(value: unknown): string {
  const json = JSON.stringify(value) ?? '';
  return typeof value === 'string' ? json.slice(1, -1) : json;
}
