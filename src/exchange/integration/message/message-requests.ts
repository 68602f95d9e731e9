import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { EventDescriber } from '../../../audit/audit-log/event/event-describer.js';
import type { EventResponse } from '../../../audit/audit-log/event/event.dto.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { VERSION } from '../../../platform/config/version.js';
import { DEFAULT_URLS } from '../provider/provider-parameters.js';
import { type AddonParameters, headersOf } from '../provider/webhook-parameters.js';
import { type AuditRecord, sentenceOfDenied } from '../siem/audit-records.js';
import { otlpLogs, otlpRejection } from '../siem/otlp-logs.js';
import { syslogFrames, type SyslogMessages } from '../siem/syslog.js';
import { BodyTemplates } from '../webhook/body-templates.js';
import {
  contentTypeOf,
  type EventToSend,
  type WebhookRequest,
  webhookRequest,
} from '../webhook/webhook-request.js';
import type { OutgoingMessage } from '../webhook/webhook-sender.js';

/** Matches one part of a Markdown sentence of the audit log: a link, bold, italic or plain text. */
const PART = new RegExp(
  [
    /\*\*\[((?:\\.|[^\]\\])*)\]\(([^)]*)\)\*\*/, // link
    /\*\*((?:\\.|[^*\\])*)\*\*/, // bold
    /\*((?:\\.|[^*\\])*)\*/, // italic
    /((?:\\.|[^*\\])+)/, // plain text
  ]
    .map(({ source }) => source)
    .join('|'),
  'gs',
);

/** How a format renders the parts of a sentence. Its input is not escaped. */
interface Format {
  link(text: string, url: string): string;
  bold(text: string): string;
  italic(text: string): string;
  text(text: string): string;
}

const unescaped = (text: string): string => text.replace(/\\(.)/gs, '$1');

function translated(markdown: string, format: Format): string {
  return [...markdown.matchAll(PART)]
    .map(([, linkText, url, bold, italic, text]) => {
      if (url !== undefined) return format.link(unescaped(linkText!), url);
      if (bold !== undefined) return format.bold(unescaped(bold));
      if (italic !== undefined) return format.italic(unescaped(italic));
      return format.text(unescaped(text!));
    })
    .join('');
}

/** The three characters that Slack interprets; all others are safe in text. */
const forSlack = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** A sentence of the audit log in the markup of Slack. */
function slackText(markdown: string): string {
  return translated(markdown, {
    link: (text, url) => `*<${url}|${forSlack(text)}>*`,
    bold: (text) => `*${forSlack(text)}*`,
    italic: (text) => `_${forSlack(text)}_`,
    text: forSlack,
  });
}

/** A sentence of the audit log without any markup. */
function plainText(markdown: string): string {
  const same = (text: string): string => text;
  return translated(markdown, { link: same, bold: same, italic: same, text: same });
}

const compressed = promisify(gzip);

/** Maximum number of channels that one event is posted to. */
const MAX_CHANNELS = 20;
/** Maximum length of the text of a Slack message. */
const SLACK_TEXT = 3_000;
/** Maximum length of text and title of a Datadog event. */
const DATADOG_TEXT = 4_000;
const DATADOG_TITLE = 100;
/** Maximum length of an attribute value, and maximum number of attributes, of a New Relic event. */
const NEW_RELIC_TEXT = 4_096;
const NEW_RELIC_ATTRIBUTES = 254;
const NEW_RELIC_OWN: ReadonlySet<string> = new Set(['accountId', 'appId', 'eventType']);

/** An event with the texts of its message. */
interface DescribedEvent extends Pick<EventToSend, 'json' | 'markdown'> {
  event: EventResponse;
  /** URL of the subject of the event. */
  link: string;
}

/** Builds the requests of each provider. */
@Injectable()
export class MessageRequests {
  constructor(
    private readonly describer: EventDescriber,
    private readonly templates: BodyTemplates,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The messages for events, in sending order; none when an event has no receiver. Only providers
   * that take several events at a time get more than one.
   * @throws TemplateError
   * @throws SandboxBusyError
   */
  async of(
    provider: string,
    parameters: AddonParameters,
    events: readonly { id: string; json: string }[],
  ): Promise<OutgoingMessage[]> {
    if (provider === 'otlp') return [this.otlp(parameters, this.records(events))];
    if (provider === 'syslog') return [syslog(parameters, this.records(events))];
    const [event] = events as [{ id: string; json: string }];
    if (provider === 'webhook') return [await this.webhook(parameters, event)];
    const described = this.describe(event.json);
    if (provider === 'slack') return slack(parameters, described);
    if (provider === 'slack-app') return this.slackApp(parameters, described);
    if (provider === 'teams') return [teams(parameters, described)];
    if (provider === 'datadog') return [await this.datadog(parameters, described)];
    if (provider === 'new-relic') return [await this.newRelic(parameters, described)];
    throw new Error(`Nothing sends events to the provider "${provider}".`);
  }

  private describe(json: string): DescribedEvent {
    const event = JSON.parse(json) as EventResponse;
    const { project, featureName } = event;
    const path = [
      ...(project ? ['projects', project] : []),
      ...(project && featureName ? ['features', featureName] : []),
    ];
    const link = [`${this.config.publicUrl}/api/admin`, ...path.map(encodeURIComponent)].join('/');
    return { event, json, markdown: this.describer.describe(event).summary, link };
  }

  private records(events: readonly { json: string }[]): AuditRecord[] {
    return events.map(({ json }) => {
      const event = JSON.parse(json) as EventResponse;
      const known = sentenceOfDenied(event);
      return { event, summary: known ?? plainText(this.describer.describe(event).summary) };
    });
  }

  private otlp(parameters: AddonParameters, records: readonly AuditRecord[]): WebhookRequest {
    const { authorization } = parameters;
    const more: Record<string, string> = authorization ? { authorization } : {};
    const content = otlpLogs(records, this.config.publicUrl);
    return { ...jsonRequest(parameters, content, more), faultOf: otlpRejection };
  }

  private async webhook(
    parameters: AddonParameters,
    { id, json }: { id: string; json: string },
  ): Promise<WebhookRequest> {
    const { bodyTemplate, url = '' } = parameters;
    const text = bodyTemplate
      ? await this.rendered(bodyTemplate, contentTypeOf(parameters), this.describe(json))
      : json;
    return webhookRequest({ ...parameters, url }, { id, text }, Math.floor(Date.now() / 1000));
  }

  private rendered(
    template: string,
    contentType: string,
    described: DescribedEvent,
  ): Promise<string> {
    const { json, markdown } = described;
    return this.templates.render({ template, contentType, event: { json, markdown } });
  }

  private slackApp(parameters: AddonParameters, described: DescribedEvent): WebhookRequest[] {
    const { accessToken, defaultChannels = '', alwaysPostToDefault } = parameters;
    const defaults = defaultChannels.split(',');
    const tagged = channelsOf(described.event);
    const channels =
      tagged.length === 0 || alwaysPostToDefault?.trim().toLowerCase() === 'true'
        ? [...tagged, ...defaults]
        : tagged;
    const url = `${this.config.webhooks.slackApiUrl}/chat.postMessage`;
    return distinct(channels).map((channel) => ({
      ...jsonRequest(
        { url },
        { channel: `#${channel}`, ...slackMessage(described) },
        { authorization: `Bearer ${accessToken}` },
      ),
      faultOf: slackFault,
    }));
  }

  private async datadog(
    parameters: AddonParameters,
    described: DescribedEvent,
  ): Promise<WebhookRequest> {
    const { apiKey = '', sourceTypeName, bodyTemplate, url } = parameters;
    const text = bodyTemplate
      ? await this.rendered(bodyTemplate, 'text/plain', described)
      : `%%% \n ${described.markdown} \n %%%`;
    const body = {
      title: plainText(described.markdown).slice(0, DATADOG_TITLE),
      text: text.slice(0, DATADOG_TEXT),
      tags: described.event.tags.map(({ type, value }) => `${type}:${value}`),
      ...(sourceTypeName ? { source_type_name: sourceTypeName } : {}),
    };
    const to = { ...parameters, url: url || DEFAULT_URLS['datadog']! };
    return jsonRequest(to, body, { 'dd-api-key': apiKey });
  }

  private async newRelic(
    parameters: AddonParameters,
    described: DescribedEvent,
  ): Promise<WebhookRequest> {
    const { licenseKey = '', bodyTemplate } = parameters;
    const text = bodyTemplate
      ? await this.rendered(bodyTemplate, 'application/json', described)
      : JSON.stringify(newRelicEvent(described));
    const request = jsonRequest(parameters, {}, { 'api-key': licenseKey });
    const body = await compressed(text);
    const headers = {
      ...request.headers,
      'content-encoding': 'gzip',
      'content-length': String(body.length),
    };
    return { ...request, headers, body };
  }
}

function syslog(
  { receiver = '', trustedCertificates = '' }: AddonParameters,
  records: readonly AuditRecord[],
): SyslogMessages {
  const frames = syslogFrames(records, hostname());
  return { receiver: new URL(receiver), trustedCertificates, frames };
}

/** Slack answers 200 to what it refuses, too. */
function slackFault({ ok, error }: Record<string, unknown>): string | undefined {
  if (ok === true) return undefined;
  // Only known error codes are shown, because the text comes from outside.
  const code = typeof error === 'string' && /^\w{1,60}$/.test(error) ? error : 'unknown error';
  return `the receiver answered ${code}`;
}

/** The channels that tags of the type `slack` name. */
function channelsOf({ tags }: EventResponse): string[] {
  return (tags ?? []).filter(({ type }) => type === 'slack').map(({ value }) => value);
}

/** Distinct names of channels without `#`, limited to the maximum number per event. */
function distinct(channels: readonly string[]): string[] {
  const names = channels.map((channel) => channel.trim().replace(/^#/, '')).filter(Boolean);
  return [...new Set(names)].slice(0, MAX_CHANNELS);
}

function slackMessage({ markdown, link }: DescribedEvent): object {
  const button = {
    name: 'featureToggle',
    text: 'Open in Unleash',
    type: 'button',
    value: 'featureToggle',
    style: 'primary',
    url: link,
  };
  const text = slackText(markdown).slice(0, SLACK_TEXT);
  const fallback = `Open in Unleash: ${link}`;
  return { text, attachments: [{ fallback, actions: [button] }] };
}

function slack(parameters: AddonParameters, described: DescribedEvent): WebhookRequest[] {
  const { username, emojiIcon, defaultChannel = '' } = parameters;
  const tagged = channelsOf(described.event);
  return distinct(tagged.length > 0 ? tagged : [defaultChannel]).map((channel) =>
    jsonRequest(parameters, {
      username: username || 'Unleash',
      icon_emoji: emojiIcon || ':unleash:',
      channel: `#${channel}`,
      ...slackMessage(described),
    }),
  );
}

function teams(
  parameters: AddonParameters,
  { event, markdown, link }: DescribedEvent,
): WebhookRequest {
  const facts = [
    { name: 'User', value: event.createdBy },
    { name: 'Action', value: event.type },
  ];
  const activitySubtitle = 'Unleash notification update';
  return jsonRequest(parameters, {
    '@type': 'MessageCard',
    '@context': 'https://schema.org/extensions',
    themeColor: '0076D7',
    summary: plainText(markdown),
    sections: [{ activityTitle: markdown, activitySubtitle, facts }],
    potentialAction: [
      { '@type': 'OpenUri', name: 'Go to feature', targets: [{ os: 'default', uri: link }] },
    ],
  });
}

/** Attributes must be texts or numbers, so lists and objects of the data are omitted. */
function newRelicEvent({ event, link }: DescribedEvent): object {
  const data = Object.entries(event.data ?? {}).filter(([name]) => !NEW_RELIC_OWN.has(name));
  const own = {
    eventType: 'UnleashServiceEvent',
    timestamp: new Date(event.createdAt).getTime(),
    unleashEventType: event.type,
    featureName: event.featureName,
    project: event.project,
    environment: event.environment,
    createdBy: event.createdBy,
    createdByUserId: event.createdByUserId,
    createdAt: new Date(event.createdAt).getTime(),
    url: link,
  };
  const attributes = [...Object.entries(own), ...data.filter(([name]) => !(name in own))].flatMap(
    ([name, value]): [string, string | number][] => {
      if (typeof value === 'string') return [[name, value.slice(0, NEW_RELIC_TEXT)]];
      if (typeof value === 'number') return [[name, value]];
      return typeof value === 'boolean' ? [[name, String(value)]] : [];
    },
  );
  return Object.fromEntries(attributes.slice(0, NEW_RELIC_ATTRIBUTES));
}

function jsonRequest(
  { url = '', customHeaders }: Pick<AddonParameters, 'url' | 'customHeaders'>,
  content: object,
  more: Record<string, string> = {},
): WebhookRequest {
  const body = Buffer.from(JSON.stringify(content));
  const extra = Object.entries(headersOf(customHeaders || '{}') ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const headers = {
    'user-agent': `feature-flag-admin/${VERSION}`,
    'content-type': 'application/json; charset=utf-8',
    ...Object.fromEntries(extra),
    ...more,
    'content-length': String(body.length),
  };
  return { url: new URL(url), headers, body };
}
