import { X509Certificate } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP } from 'node:net';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { hostOf, isPublic } from '../../../platform/http/public-addresses.js';
import { DEFAULT_URLS, isSensitive, parametersOf } from './provider-parameters.js';

/**
 * Parameters of a webhook, by names from {@link WEBHOOK_PARAMETERS}. Empty texts count as absent.
 */
export type WebhookParameters = { url: string } & Partial<
  Record<'contentType' | 'authorization' | 'bodyTemplate' | 'customHeaders' | 'secret', string>
>;

/** Parameters of an addon of any provider, by name. Empty texts count as absent. */
export type AddonParameters = Partial<Record<ParameterName, string>>;
type ParameterName =
  | keyof WebhookParameters
  | 'username'
  | 'emojiIcon'
  | 'defaultChannel'
  | 'accessToken'
  | 'defaultChannels'
  | 'alwaysPostToDefault'
  | 'apiKey'
  | 'sourceTypeName'
  | 'licenseKey'
  | 'receiver'
  | 'trustedCertificates';

/** Placeholder for a secret. */
export const MASK = '*****';

const SECRET_MIN = 16;
/** Maximum length of a text without a separate limit. */
const MAX_LENGTHS = 1_000;
/** Headers that the connection, the body or this service sets. */
const RESERVED = new RegExp(
  '^(connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|' +
    'proxy-.*|x-unleash-.*)$',
  'i',
);

/** The stored addon that is being changed. */
interface Stored {
  values: Record<string, string>;
  /** Names of parameters that cannot be decrypted. */
  unreadable: readonly string[];
}

/**
 * Validates and unmasks the parameters of an addon, except for rendering the template.
 * @throws BadDataError when one is missing, unknown or invalid, or a stored secret would be sent to
 * another server.
 */
export function checkedParameters(
  provider: string,
  given: object,
  stored: Stored = { values: {}, unreadable: [] },
  allowPrivate: boolean,
): AddonParameters {
  const known = parametersOf(provider);
  const names = known.map((parameter) => parameter.name);
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name))
      refuse(name, `is unknown; the provider ${provider} has ${names.join(', ')}`);
    if (typeof value !== 'string') refuse(name, 'must be a text');
  }
  const parameters = unmasked(provider, given as Record<string, string>, stored);
  for (const { name, required } of known) {
    const value = parameters[name];
    const wanted = value
      ? (CHECKS[name] ?? wrongLength)(value, allowPrivate)
      : required
        ? 'is missing'
        : undefined;
    if (wanted) refuse(name, wanted);
  }
  requireSameOrigin(provider, given as Record<string, string>, parameters, stored);
  return parameters;
}

function unmasked(
  provider: string,
  given: Record<string, string>,
  { values, unreadable }: Stored,
): Record<string, string> {
  const entries = Object.entries(given).map(([name, value]) => {
    if (!isMasked(provider, name, value)) return [name, value] as const;
    if (unreadable.includes(name))
      refuse(
        name,
        'cannot be decrypted: ENCRYPTION_KEY has changed since it was set. Set it again',
      );
    return [
      name,
      values[name] ??
        refuse(name, `is ${MASK}, which keeps the stored value, but no value is stored`),
    ] as const;
  });
  return Object.fromEntries(entries);
}

const isMasked = (provider: string, name: string, value: string): boolean =>
  value === MASK && isSensitive(provider, name);

/**
 * A secret belongs to the server it was set for; otherwise anybody who may change addons could have
 * it sent to a server of their own.
 */
function requireSameOrigin(
  provider: string,
  given: Record<string, string>,
  parameters: AddonParameters,
  { values }: Stored,
): void {
  const before = originOf(provider, values);
  if (Object.keys(values).length > 0 && before === originOf(provider, parameters)) return;
  const details = Object.entries(given)
    .filter(([name, value]) => isMasked(provider, name, value))
    .map(([name]) => ({
      message:
        `The parameter ${name} must be set again or omitted when the scheme, host or port of ` +
        'url changes.',
      path: `/body/parameters/${name}`,
    }));
  if (details.length > 0) throw new BadDataError(details[0]!.message, details);
}

/** Scheme, host and port of the receiver of an addon; undefined if it is always the same. */
function originOf(provider: string, { url }: { url?: string }): string | undefined {
  const address = url || DEFAULT_URLS[provider];
  return address === undefined ? undefined : new URL(address).origin;
}

/** Validation by parameter; each returns the problem, if any. */
const CHECKS: Record<string, (value: string, allowPrivate: boolean) => string | undefined> = {
  url: wrongUrl,
  contentType: (value) =>
    /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(value)
      ? wrongHeader('Content-Type', value)
      : 'must be like application/json',
  authorization: (value) => wrongHeader('Authorization', value),
  customHeaders: wrongHeaders,
  accessToken: (value) => wrongHeader('Authorization', value),
  apiKey: (value) => wrongHeader('DD-API-KEY', value),
  licenseKey: (value) => wrongHeader('Api-Key', value),
  bodyTemplate: () => undefined,
  receiver: wrongReceiver,
  trustedCertificates: wrongCertificates,
  secret: (value) =>
    value.length < SECRET_MIN ? `must have at least ${SECRET_MIN} characters` : undefined,
};

function wrongLength(value: string): string | undefined {
  return value.length > MAX_LENGTHS ? `must have at most ${MAX_LENGTHS} characters` : undefined;
}

function wrongUrl(value: string, allowPrivate: boolean): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'must be a URL like https://example.com/hooks';
  if (url.username || url.password)
    return 'must not contain a user name or password: use authorization instead';
  return wrongHost(url, allowPrivate);
}

/** Host names are checked when they are resolved, because their address can change. */
function wrongHost(url: URL, allowPrivate: boolean): string | undefined {
  if (!allowPrivate && isIP(hostOf(url)) && !isPublic(hostOf(url)))
    return (
      'is a private address, which this service may not call ' + '(WEBHOOK_ALLOW_PRIVATE_ADDRESSES)'
    );
  return undefined;
}

function wrongReceiver(value: string, allowPrivate: boolean): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && url.href.replace(/\/$/, '') === `${url.protocol}//${url.host}`;
  if (!isPlain || !/^(tls|tcp):$/.test(url.protocol) || !url.hostname || !url.port)
    return 'must be like tls://siem.example.com:6514 or tcp://siem.example.com:514';
  return wrongHost(url, allowPrivate);
}

/** Maximum length of certificates. */
const MAX_CERTIFICATES = 65_536;

function wrongCertificates(value: string): string | undefined {
  if (value.length > MAX_CERTIFICATES) return `must have at most ${MAX_CERTIFICATES} characters`;
  try {
    const blocks = value.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    for (const block of blocks) new X509Certificate(block);
    return blocks.length > 0 ? undefined : 'must contain certificates in PEM';
  } catch {
    return 'contains a certificate that cannot be read';
  }
}

function wrongHeaders(value: string): string | undefined {
  const headers = headersOf(value);
  if (!headers) return 'must be a JSON object whose values are strings, like {"X-Team": "shop"}';
  for (const [name, text] of Object.entries(headers)) {
    const wrong = RESERVED.test(name) ? `may not set ${name}` : wrongHeader(name, text);
    if (wrong) return wrong;
  }
  return undefined;
}

/** The headers in a JSON text; `undefined` when it is invalid. */
export function headersOf(json: string): Record<string, string> | undefined {
  try {
    const headers = JSON.parse(json) as unknown;
    const isMap = headers !== null && typeof headers === 'object' && !Array.isArray(headers);
    return isMap && Object.values(headers).every((text) => typeof text === 'string')
      ? (headers as Record<string, string>)
      : undefined;
  } catch {
    return undefined;
  }
}

function wrongHeader(name: string, value: string): string | undefined {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return undefined;
  } catch {
    // Node.js would repeat the value, which may be secret.
    return `contains characters that an HTTP header cannot contain, at ${JSON.stringify(name)}`;
  }
}

function refuse(name: string, what: string): never {
  const message = `The parameter ${name} ${what}.`;
  throw new BadDataError(message, [{ message, path: `/body/parameters/${name}` }]);
}
