import { EVENT_TYPES } from '../../audit-log/event/event-sentences.js';
import type { AddonParameterResponse, AddonProviderResponse } from './addon.response.js';

const URL_PARAMETER: AddonParameterResponse = {
  name: 'url',
  displayName: 'Webhook URL',
  description:
    'Where events are sent by POST: an http or https address, without user name and password.',
  placeholder: 'https://example.com/hooks/flags',
  type: 'url',
  required: true,
  sensitive: true,
};

/** A parameter, which is an optional text unless `more` says otherwise. */
export const parameter = (
  name: string,
  displayName: string,
  description: string,
  more: Partial<AddonParameterResponse> = {},
): AddonParameterResponse => ({
  name,
  displayName,
  description,
  type: 'text',
  required: false,
  sensitive: false,
  ...more,
});

/** The parameters of a webhook. */
export const WEBHOOK_PARAMETERS: readonly AddonParameterResponse[] = [
  URL_PARAMETER,
  parameter(
    'contentType',
    'Content-Type',
    'Content type of the body; application/json when left out.',
    { placeholder: 'application/json' },
  ),
  parameter('authorization', 'Authorization', 'The Authorization header; none when left out.', {
    sensitive: true,
  }),
  parameter(
    'bodyTemplate',
    'Body template',
    'A Mustache template of the body, with event, eventJson and eventMarkdown; the event as JSON when left out. Where the content type is JSON, ' +
      'values are escaped to stand between quotation marks, and objects are written as JSON.',
    {
      type: 'textfield',
      placeholder:
        '{"type": "{{event.type}}", "by": "{{event.createdBy}}", "feature": "{{event.featureName}}"}',
    },
  ),
  parameter(
    'customHeaders',
    'Extra HTTP headers',
    'More headers: a JSON object whose values are texts.',
    {
      type: 'textfield',
      placeholder: '{"X-Team": "shop"}',
      sensitive: true,
    },
  ),
  parameter(
    'secret',
    'Signing secret',
    'At least 16 characters. With it every request carries X-Unleash-Signature: t=<Unix time>,v1=<hex>, where hex is the HMAC-SHA256 by the secret of ' +
      'the time, a full stop and the body.',
    { sensitive: true },
  ),
];

/** The provider of webhooks. `documentationUrl`: where to read more. */
export const webhookDefinition = (documentationUrl: string): AddonProviderResponse => ({
  name: 'webhook',
  displayName: 'Webhook',
  documentationUrl,
  description: 'Sends events to an address by HTTP.',
  howTo:
    'Every event of the types that you choose is sent by POST, in order, after it has been committed, until the receiver answers 2xx or it has been ' +
    'tried 8 times within two minutes. Now and then an event may come twice: X-Unleash-Event-Id tells which it is.',
  parameters: [...WEBHOOK_PARAMETERS],
  events: [...EVENT_TYPES],
});
