import { EVENT_TYPES } from '../../../audit/audit-log/event/event-sentences.js';
import type { AddonParameterResponse, AddonProviderResponse } from './addon.response.js';
import { parameter } from './webhook-definition.js';

const REQUIRED = { required: true } as const;
const SECRET = { required: true, sensitive: true } as const;
const CUSTOM_HEADERS = parameter(
  'customHeaders',
  'Extra HTTP headers',
  'Additional headers: a JSON object whose values are strings.',
  { type: 'textfield', placeholder: '{"X-Team": "shop"}', sensitive: true },
);
const bodyTemplate = (what: string): AddonParameterResponse =>
  parameter(
    'bodyTemplate',
    'Body template',
    `A Mustache template of ${what}, with event, eventJson and eventMarkdown.`,
    { type: 'textfield', placeholder: '{{event.createdBy}}: {{event.type}}' },
  );
const webhookUrl = (of: string, placeholder: string): AddonParameterResponse =>
  parameter('url', `${of} webhook URL`, `The URL of an incoming webhook of ${of}.`, {
    type: 'url',
    placeholder,
    ...SECRET,
  });

type Definition = Omit<AddonProviderResponse, 'documentationUrl' | 'events'>;

/** The providers besides webhooks. Their names and parameters are those of the reference. */
const DEFINITIONS: readonly Definition[] = [
  {
    name: 'slack',
    displayName: 'Slack',
    description: 'Posts messages to Slack channels with an incoming webhook.',
    howTo:
      'Events of a feature with tags of the type slack are posted to these channels, all ' +
      'others to the default channel. ' +
      'Webhooks of Slack apps always post to their own channel.',
    parameters: [
      webhookUrl('Slack', 'https://hooks.slack.com/services/T000/B000/XXXX'),
      parameter(
        'username',
        'Username',
        'The name under which messages appear; Unleash by default.',
        {
          placeholder: 'Unleash',
        },
      ),
      parameter('emojiIcon', 'Emoji icon', 'The icon of messages; :unleash: by default.', {
        placeholder: ':unleash:',
      }),
      parameter(
        'defaultChannel',
        'Default channel',
        'The channel for features without a tag of the type slack.',
        { placeholder: 'flags', ...REQUIRED },
      ),
      CUSTOM_HEADERS,
    ],
  },
  {
    name: 'slack-app',
    displayName: 'Slack App',
    description: 'Posts messages to Slack channels as an app with an access token.',
    howTo:
      'The app needs the permission chat:write, and chat:write.public for channels of which ' +
      'it is not a member. ' +
      'Events of a feature with tags of the type slack are posted to these channels, all ' +
      'others to the default channels.',
    parameters: [
      parameter('accessToken', 'Access token', 'The token of the bot, like xoxb-1234.', SECRET),
      parameter('defaultChannels', 'Channels', 'Channels, separated by commas.', {
        placeholder: 'flags,releases',
      }),
      parameter(
        'alwaysPostToDefault',
        'Always post to default channels',
        'true: every message is also posted to the default channels.',
        { placeholder: 'true or false' },
      ),
    ],
  },
  {
    name: 'teams',
    displayName: 'Microsoft Teams',
    description: 'Posts message cards to a Microsoft Teams channel with an incoming webhook.',
    howTo: 'Create an incoming webhook or a workflow for the channel, and enter its URL.',
    parameters: [
      webhookUrl('Microsoft Teams', 'https://example.webhook.office.com/webhookb2/0000'),
      CUSTOM_HEADERS,
    ],
  },
  {
    name: 'datadog',
    displayName: 'Datadog',
    description: 'Posts events to Datadog.',
    howTo: 'Every event appears in the event stream, with the tags of its feature.',
    parameters: [
      parameter(
        'url',
        'Datadog Events URL',
        'https://api.datadoghq.com/api/v1/events by default; use another one for other sites ' +
          'than US1.',
        { type: 'url', placeholder: 'https://api.datadoghq.com/api/v1/events' },
      ),
      parameter('apiKey', 'Datadog API key', 'An API key of Datadog.', SECRET),
      parameter('sourceTypeName', 'Datadog source type name', 'The source of the events.'),
      CUSTOM_HEADERS,
      bodyTemplate('the text of the event; a sentence when omitted'),
    ],
  },
  {
    name: 'new-relic',
    displayName: 'New Relic',
    description: 'Posts events to the Event API of New Relic.',
    howTo: 'Query the events by FROM UnleashServiceEvent.',
    parameters: [
      parameter(
        'url',
        'New Relic Event URL',
        'Like https://insights-collector.newrelic.com/v1/accounts/ID/events; another host in ' +
          'the EU.',
        {
          type: 'url',
          placeholder: 'https://insights-collector.newrelic.com/v1/accounts/ID/events',
          ...REQUIRED,
        },
      ),
      parameter('licenseKey', 'New Relic license key', 'A license key of the account.', SECRET),
      CUSTOM_HEADERS,
      bodyTemplate('the body, which must be a JSON object with eventType; the event when omitted'),
    ],
  },
];

/** The providers other than webhooks. `documentationUrl` has more information. */
export const chatDefinitions = (documentationUrl: string): AddonProviderResponse[] =>
  DEFINITIONS.map((definition) => ({ ...definition, documentationUrl, events: [...EVENT_TYPES] }));

/** The parameters of the providers other than webhooks, by provider. */
export const CHAT_PARAMETERS: Readonly<Record<string, readonly AddonParameterResponse[]>> =
  Object.fromEntries(DEFINITIONS.map(({ name, parameters }) => [name, parameters]));
