import {
  type InitialToken,
  type EmailConfig,
  type HttpLimits,
  type Config,
  BACKEND,
  TOKEN_TYPES,
  type TokenType,
} from './config.js';
import { storage } from './storage-config.js';
import { readEnvironment, type Reader } from './read-environment.js';
import type { Terminal } from './program.js';
import { telemetry } from './telemetry-config.js';

const MIB = 1024 * 1024;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** Minimum length of the secret part of an initial token. */
const MIN_SECRET = 16;
/** Statistics count the changes of the last 90 days, in part from the events themselves. */
const MIN_EVENT_DAYS = 92;
/** `<project>:<environment>.<secret>` */
const TOKEN = /^[^\s:]+:[^\s.:]+\.\S+$/;

/**
 * Parses the configuration.
 * @throws ConfigError that names all invalid values at once.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return readEnvironment(env, (read) => {
    const address = addressOfService(read);
    return {
      ...address,
      logLevel: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
      ...storage(read),
      http: http(read),
      ...retention(read),
      usage: usage(read),
      countVerificationHours: read.whole('COUNT_VERIFICATION_HOURS', 24, { min: 0, max: 24 * 365 }),
      ...signIn(read, address.publicUrl),
      trustedProxies: read.whole('TRUST_PROXY', 0, { min: 0, max: 16 }),
      limits: limits(read),
      quotas: quotas(read),
      frontendApiOrigins: frontendApiOrigins(read),
      readableTokenSecrets: read.flag(
        'TOKEN_SECRETS_READABLE',
        read.text('ENCRYPTION_KEY') !== undefined,
      ),
      uiEnvironment: read.text('UI_ENVIRONMENT') ?? 'Open Source',
      ...firstSecrets(read),
      email: email(read),
      clientFeatures: clientFeatures(read),
      drillSeconds: read.whole('DRILL_INTERVAL_SECONDS', 30, { min: 0, max: 3600 }),
      ...observation(read, address.port),
      webhooks: webhooks(read),
      prometheus: prometheus(read),
      ...workLimits(read),
      isProduction: read.text('NODE_ENV') === 'production',
      warnings: read.warnings(read.flag('STRICT_SETTINGS', false)),
    };
  });
}

/**
 * The configuration of a command, which prints what is wrong with the names of variables.
 * @throws ConfigError
 */
export function configOf({ environment, err }: Pick<Terminal, 'environment' | 'err'>): Config {
  const config = loadConfig(environment);
  for (const warning of config.warnings) err.write(`${warning}\n`);
  return config;
}

/** Where the service listens, and the URL by which others reach it. */
function addressOfService(read: Reader): Pick<Config, 'port' | 'host' | 'basePath' | 'publicUrl'> {
  const ports = { min: 0, max: 65535 };
  const port = read.whole('HTTP_PORT', read.whole('PORT', 4242, ports), ports);
  const basePath = read.matching(
    'BASE_URI_PATH',
    '',
    /^(\/[\w.~-]+)*$/,
    'a path like /flags, without a slash at its end',
  );
  const ownUrl = `http://localhost:${port}${basePath}`;
  const publicUrl = read
    .matching('UNLEASH_URL', ownUrl, /^https?:\/\/\S+$/, 'an http(s) address')
    .replace(/\/+$/, '');
  return { port, host: read.text('HTTP_HOST'), basePath, publicUrl };
}

/** How long usage and applications are kept. */
function retention(
  read: Reader,
): Pick<
  Config,
  | 'metricsRetentionDays'
  | 'applicationRetentionDays'
  | 'eventRetentionDays'
  | 'tokenUseRetentionDays'
> {
  return {
    eventRetentionDays: eventRetention(read),
    tokenUseRetentionDays: read.whole('TOKEN_USE_RETENTION_DAYS', 90, { min: 0, max: 36_500 }),
    metricsRetentionDays: read.whole('METRICS_RETENTION_DAYS', 30, { min: 3, max: 400 }),
    applicationRetentionDays: read.whole('APPLICATION_RETENTION_DAYS', 90, {
      min: 31,
      max: 3650,
    }),
  };
}

function eventRetention(read: Reader): number {
  const days = read.whole('EVENT_RETENTION_DAYS', 0, { min: 0, max: 36_500 });
  if (days > 0 && days < MIN_EVENT_DAYS)
    read.refuse('EVENT_RETENTION_DAYS', `0, or at least ${MIN_EVENT_DAYS}`);
  return days;
}

/** Settings for sign-in and sessions. */
function signIn(
  read: Reader,
  publicUrl: string,
): Pick<
  Config,
  | 'forcePasswordLogin'
  | 'sessionHours'
  | 'sessionsPerUser'
  | 'passwordMinLength'
  | 'personalTokens'
  | 'secureCookies'
  | 'oidcAllowPrivateAddresses'
> {
  return {
    oidcAllowPrivateAddresses: read.flag('OIDC_ALLOW_PRIVATE_ADDRESSES', false),
    forcePasswordLogin: read.flag('FORCE_PASSWORD_LOGIN', false),
    sessionHours: read.whole('SESSION_TTL_HOURS', 48, { min: 1, max: 24 * 365 }),
    sessionsPerUser: read.whole('SESSIONS_PER_USER_MAX', 100, { min: 1, max: 10_000 }),
    passwordMinLength: read.whole('PASSWORD_MIN_LENGTH', 15, { min: 8, max: 64 }),
    personalTokens: personalTokens(read),
    secureCookies: read.flag('SECURE_COOKIES', publicUrl.startsWith('https:')),
  };
}

/** Users and tokens that exist from the first start. */
function firstSecrets(
  read: Reader,
): Pick<Config, 'allowWeakSecrets' | 'initialTokens' | 'firstAdmin'> {
  return {
    allowWeakSecrets: read.flag('ALLOW_WEAK_SECRETS', false),
    initialTokens: [
      ...[...TOKEN_TYPES].sort().flatMap((type) => initialTokens(read, type)),
      ...initialTokens(read, 'client', BACKEND),
    ],
    firstAdmin: {
      username: read.text('UNLEASH_DEFAULT_ADMIN_USERNAME') ?? 'admin',
      password: read.text('UNLEASH_DEFAULT_ADMIN_PASSWORD'),
    },
  };
}

/** Limits of the work that a request may cause. */
function workLimits(read: Reader): Pick<Config, 'answerMegabytes' | 'workers'> {
  return {
    answerMegabytes: read.whole('PLAYGROUND_ANSWER_LIMIT_MB', 25, { min: 1, max: 500 }),
    workers: {
      milliseconds: read.whole('WORKER_TIME_LIMIT_MS', 1_000, { min: 50, max: 60_000 }),
      waiting: read.whole('WORKER_QUEUE_LIMIT', 32, { min: 1, max: 10_000 }),
    },
  };
}

/** What operators see of the service. */
function observation(read: Reader, port: number): Pick<Config, 'operations' | 'telemetry'> {
  return { operations: operations(read, port), telemetry: telemetry(read) };
}

function operations(read: Reader, servicePort: number): Config['operations'] {
  const name = 'OPERATIONS_PORT';
  const port =
    read.text(name) === undefined ? undefined : read.whole(name, 0, { min: 0, max: 65535 });
  if (port !== undefined && port !== 0 && port === servicePort)
    read.refuse(name, 'another port than PORT');
  return {
    port,
    docs: read.flag('DOCS_ENABLED', true),
    prometheus: read.flag('PROMETHEUS_ENABLED', true),
    prometheusNames: read.flag('PROMETHEUS_NAMES', false),
    deniedRequestDays: read.whole('DENIED_REQUESTS_RETENTION_DAYS', 30, { min: 1, max: 400 }),
  };
}

function http(read: Reader): HttpLimits {
  return {
    keepAliveMs: 1000 * keepAliveSeconds(read),
    requestMs: 1000 * read.whole('HTTP_REQUEST_SECONDS', 10, { min: 1, max: 3600 }),
    bodyBytes: MIB * read.whole('REQUEST_BODIES_MB', 40, { min: 20, max: 65_536 }),
    shutdownDelayMs: 1000 * read.whole('SHUTDOWN_DELAY_SECONDS', 0, { min: 0, max: 300 }),
    // With what follows, less than the 10 s after which Docker kills a container.
    shutdownMs: 1000 * read.whole('SHUTDOWN_SECONDS', 6, { min: 1, max: 600 }),
  };
}

function keepAliveSeconds(read: Reader): number {
  const range = { min: 1, max: 3600 };
  const preset = read.whole('SERVER_KEEPALIVE_TIMEOUT', 75, range);
  return read.whole('HTTP_KEEP_ALIVE_SECONDS', preset, range);
}

function webhooks(read: Reader): Config['webhooks'] {
  const slack = 'https://slack.com/api';
  return {
    slackApiUrl: read
      .matching('SLACK_API_URL', slack, /^https?:\/\/\S+$/, 'an address like https://slack.com/api')
      .replace(/\/+$/, ''),
    allowPrivateAddresses: read.flag('WEBHOOK_ALLOW_PRIVATE_ADDRESSES', false),
    timeoutSeconds: read.whole('WEBHOOK_TIMEOUT_SECONDS', 10, { min: 1, max: 60 }),
  };
}

function prometheus(read: Reader): Config['prometheus'] {
  const pattern = /^https?:\/\/[^\s?#]+$/;
  return {
    url: read
      .matching('PROMETHEUS_URL', undefined, pattern, 'an address like http://prometheus:9090')
      ?.replace(/\/+$/, ''),
    token: read.text('PROMETHEUS_TOKEN'),
    allowPrivateAddresses: read.flag('PROMETHEUS_ALLOW_PRIVATE_ADDRESSES', false),
  };
}

function frontendApiOrigins(read: Reader): string[] {
  const name = 'UNLEASH_FRONTEND_API_ORIGINS';
  const origins = read.list(name).map((origin) => origin.replace(/\/+$/, ''));
  const isOrigin = /^(\*|https?:\/\/[^\s/*]+)$/;
  if (!origins.every((origin) => isOrigin.test(origin)))
    read.refuse(name, 'a comma-separated list of origins like https://app.example.com, or *');
  return origins;
}

function clientFeatures(read: Reader): Config['clientFeatures'] {
  return {
    pollSeconds: read.whole('CLIENT_FEATURES_POLL_SECONDS', 5, { min: 1, max: 3600 }),
    maxStreams: read.whole('CLIENT_STREAMS_MAX', 5_000, { min: 0, max: 1_000_000 }),
    heartbeatSeconds: read.whole('CLIENT_STREAM_HEARTBEAT_SECONDS', 20, { min: 1, max: 50 }),
    maxStreamsPerToken: read.whole('CLIENT_STREAMS_MAX_PER_TOKEN', 2_500, {
      min: 0,
      max: 1_000_000,
    }),
    cacheBytes: MIB * read.whole('CLIENT_CACHE_MB', 128, { min: 1, max: 65_536 }),
    deltaLogBytes: MIB * read.whole('CLIENT_DELTA_LOG_MB', 64, { min: 1, max: 65_536 }),
    outgoingBytes: MIB * read.whole('CLIENT_OUTGOING_MB', 256, { min: 1, max: 65_536 }),
  };
}

function personalTokens(read: Reader): Config['personalTokens'] {
  return {
    maxDays: read.whole('PERSONAL_TOKEN_MAX_DAYS', 365, { min: 1, max: 36_500 }),
    recentSignInMinutes: read.whole('PERSONAL_TOKEN_SIGN_IN_MINUTES', 60, { min: 1, max: 525_600 }),
  };
}

function usage(read: Reader): Config['usage'] {
  return {
    countersPerHour: read.whole('METRICS_COUNTERS_PER_HOUR', 200_000, { min: 10, max: 1_000_000 }),
    frontendCountersPerHour: read.whole('FRONTEND_COUNTERS_PER_HOUR', 20_000, {
      min: 10,
      max: 1_000_000,
    }),
    newApplicationsPerDay: read.whole('METRICS_NEW_APPLICATIONS_PER_DAY', 500, {
      min: 1,
      max: 100_000,
    }),
    frontendNewApplicationsPerDay: read.whole('FRONTEND_NEW_APPLICATIONS_PER_DAY', 50, {
      min: 1,
      max: 100_000,
    }),
    variantsPerFeature: read.whole('METRICS_VARIANTS_PER_FEATURE', 100, { min: 10, max: 10_000 }),
  };
}

function quotas(read: Reader): Config['quotas'] {
  return {
    unitsPerSecond: read.whole('REQUEST_QUOTA_PER_SECOND', 1_000, { min: 10, max: 1_000_000_000 }),
    sdkPerSecond: read.whole('SDK_QUOTA_PER_SECOND', 10_000, { min: 1, max: 1_000_000_000 }),
    expensiveAtOnce: read.whole('EXPENSIVE_REQUESTS_AT_ONCE', 4, { min: 1, max: 10_000 }),
  };
}

function limits(read: Reader): Config['limits'] {
  const range = { min: 1, max: 1_000_000 };
  return {
    loginsPerMinute: read.whole('SIMPLE_LOGIN_LIMIT_PER_MINUTE', 10, range),
    newUsersPerMinute: read.whole('CREATE_USER_RATE_LIMIT_PER_MINUTE', 20, range),
    tokenMissesPerMinute: read.whole('TOKEN_MISS_LIMIT_PER_MINUTE', 200, range),
  };
}

function email(read: Reader): EmailConfig | undefined {
  const host = read.text('EMAIL_HOST');
  const settings = {
    port: read.whole('EMAIL_PORT', 587, { min: 1, max: 65535 }),
    secure: read.flag('EMAIL_SECURE', false),
    user: read.text('EMAIL_USER'),
    password: read.text('EMAIL_PASSWORD'),
    sender: read.matching(
      'EMAIL_SENDER',
      undefined,
      /^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'like Flags <flags@example.com>',
    ),
  };
  if (host === undefined) return undefined;
  if (settings.sender === undefined) read.refuse('EMAIL_SENDER', 'set together with EMAIL_HOST');
  if ((settings.user === undefined) !== (settings.password === undefined))
    read.refuse('EMAIL_PASSWORD', 'set exactly when EMAIL_USER is');
  return { host, ...settings, sender: settings.sender ?? '' };
}

function initialTokens(read: Reader, type: TokenType, kind: string = type): InitialToken[] {
  const name = `INIT_${kind.toUpperCase()}_API_TOKENS`;
  return read.list(name).map((secret) => {
    const [scope = ''] = secret.split('.');
    if (!TOKEN.test(secret))
      read.refuse(
        name,
        'a comma-separated list of tokens like *:*.secret or default:development.secret',
      );
    else if (scope.startsWith('[]:'))
      read.refuse(name, 'tokens of one project, or * for all projects; [] is not supported here');
    else if (type === 'admin' && scope !== '*:*')
      read.refuse(name, 'admin tokens that start with *:*.');
    else if (type !== 'admin' && scope.endsWith(':*'))
      read.refuse(name, 'tokens of one environment, like default:development.secret');
    else if (
      secret.length - secret.indexOf('.') - 1 < MIN_SECRET &&
      !read.flag('ALLOW_WEAK_SECRETS', false)
    )
      read.refuse(
        name,
        `tokens with at least ${MIN_SECRET} characters after the dot; for tests ` +
          'ALLOW_WEAK_SECRETS=true permits less',
      );
    return { secret, type };
  });
}
