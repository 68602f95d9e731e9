import { DENIED } from '../../../audit/audit-log/denied-request/denied-request.sql.js';
import { EVENT_TYPES } from '../../../audit/audit-log/event/event-sentences.js';
import type { AddonParameterResponse, AddonProviderResponse } from './addon.response.js';
import { parameter } from './webhook-definition.js';

const REQUIRED = { required: true } as const;

type Definition = Omit<AddonProviderResponse, 'documentationUrl' | 'events'>;

const HOW_TO =
  'Events are sent in order, many at a time, and until the receiver takes them, even if it is ' +
  'down for days. The event type * stands for all types, also of later versions; ' +
  `${DENIED} for requests that were refused, counted by caller and minute, which are no events. ` +
  'Needs READ_LOGS, since addresses are sent, too.';

/** The providers that copy the audit log to a collector or a SIEM. */
const DEFINITIONS: readonly Definition[] = [
  {
    name: 'otlp',
    displayName: 'OpenTelemetry logs',
    description: 'Sends the audit log to an OpenTelemetry collector (OTLP over HTTP, JSON).',
    howTo: HOW_TO,
    parameters: [
      parameter('url', 'Logs endpoint', 'The HTTP or HTTPS URL for logs, usually with /v1/logs.', {
        type: 'url',
        placeholder: 'https://collector.example.com:4318/v1/logs',
        // Some collectors have their key in it.
        sensitive: true,
        ...REQUIRED,
      }),
      parameter('authorization', 'Authorization', 'The Authorization header; none when omitted.', {
        sensitive: true,
      }),
      parameter(
        'customHeaders',
        'Extra HTTP headers',
        'Additional headers: a JSON object whose values are strings.',
        { type: 'textfield', placeholder: '{"X-Tenant": "shop"}', sensitive: true },
      ),
    ],
  },
  {
    name: 'syslog',
    displayName: 'Syslog',
    description: 'Sends the audit log to a syslog receiver (RFC 5424 over TLS or TCP).',
    howTo: HOW_TO,
    parameters: [
      parameter(
        'receiver',
        'Receiver',
        'tls:// (RFC 5425) or tcp:// (RFC 6587, octet counting), host and port.',
        { placeholder: 'tls://siem.example.com:6514', ...REQUIRED },
      ),
      parameter(
        'trustedCertificates',
        'Trusted certificates',
        'Certificates in PEM that the certificate of the receiver is checked with; those of ' +
          'Node.js when omitted.',
        { type: 'textfield', placeholder: '-----BEGIN CERTIFICATE-----' },
      ),
    ],
  },
];

/** The event type that stands for all of them; only for these providers. */
export const ALL_TYPES = '*';

/** The names of these providers. */
export const SIEM_PROVIDERS: readonly string[] = DEFINITIONS.map(({ name }) => name);

/** The providers that copy the audit log. `documentationUrl` has more information. */
export const siemDefinitions = (documentationUrl: string): AddonProviderResponse[] =>
  DEFINITIONS.map((definition) => ({
    ...definition,
    documentationUrl,
    events: [ALL_TYPES, DENIED, ...EVENT_TYPES],
  }));

/** The parameters of these providers, by provider. */
export const SIEM_PARAMETERS: Readonly<Record<string, readonly AddonParameterResponse[]>> =
  Object.fromEntries(DEFINITIONS.map(({ name, parameters }) => [name, parameters]));
