import { EVENT_TYPES } from '../../../audit/audit-log/event/event-sentences.js';
import type { AddonParameterResponse, AddonProviderResponse } from './addon.response.js';

const URL_PARAMETER: AddonParameterResponse = {
  name: 'url',
  displayName: 'Webhook URL',
  description:
    'The HTTP or HTTPS URL to which events are sent by POST, without user name and password.',
  placeholder: 'https://example.com/hooks/flags',
  type: 'url',
  required: true,
  sensitive: true,
};

/** A parameter; an optional text unless `more` overrides that. */
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
    'Content type of the body; application/json when omitted.',
    { placeholder: 'application/json' },
  ),
  parameter('authorization', 'Authorization', 'The Authorization header; none when omitted.', {
    sensitive: true,
  }),
  parameter(
    'bodyTemplate',
    'Body template',
    'A Mustache template of the body, with event, eventJson and eventMarkdown; the event as ' +
      'JSON when omitted. If the content type is JSON, ' +
      'values are escaped for use between quotation marks, and objects are written as JSON.',
    {
      type: 'textfield',
      placeholder:
        '{"type": "{{event.type}}", "by": "{{event.createdBy}}", "feature": ' +
        '"{{event.featureName}}"}',
    },
  ),
  parameter(
    'customHeaders',
    'Extra HTTP headers',
    'Additional headers: a JSON object whose values are strings.',
    {
      type: 'textfield',
      placeholder: '{"X-Team": "shop"}',
      sensitive: true,
    },
  ),
  parameter(
    'secret',
    'Signing secret',
    'At least 16 characters. If set, every request has the header X-Unleash-Signature: ' +
      't=<Unix time>,v1=<hex>, where hex is the HMAC-SHA256, with the secret as key, of ' +
      'the time, a full stop and the body.',
    { sensitive: true },
  ),
];

/** The provider of webhooks. `documentationUrl` has more information. */
export const webhookDefinition = (documentationUrl: string): AddonProviderResponse => ({
  name: 'webhook',
  displayName: 'Webhook',
  documentationUrl,
  description: 'Sends events to a URL over HTTP.',
  howTo:
    'Every event of the selected types is sent by POST, in order and after its commit, until ' +
    'the receiver responds with 2xx or it was ' +
    'tried 8 times within two minutes. An event can be sent more than once; ' +
    'X-Unleash-Event-Id identifies it.',
  parameters: [...WEBHOOK_PARAMETERS],
  events: [...EVENT_TYPES],
});
