import path from 'node:path';
import { readEnvironment, type Reader } from './read-environment.js';

/** An API token that exists from the first start on, given by the environment. */
export interface InitialToken {
  /** `<project>:<environment>.<anything>`; `*` stands for all. A secret: never logged. */
  secret: string;
  type: 'admin' | 'client' | 'frontend';
}

/** How mails are sent, by SMTP. */
export interface EmailConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise by STARTTLS, where the server offers that. */
  readonly secure: boolean;
  /** Who signs in at the mail server; nobody when unset. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Whom the mails are from, like `Flags <flags@example.com>`. */
  readonly sender: string;
}

/** How connections to PostgreSQL are shared out, and how long anything may take on them. */
export interface DatabaseLimits {
  /** How many connections long reads get at most. */
  readonly longReads: number;
  /** How many long reads wait for one at most. */
  readonly longReadQueue: number;
  readonly longReadMs: number;
  /** How long opening a connection may take. */
  readonly connectMs: number;
  /** How long a statement may take. */
  readonly statementMs: number;
  /** How long a statement may wait for a lock. */
  readonly lockMs: number;
  /** For how long a transaction may do nothing. */
  readonly idleMs: number;
}

/** How long connections of callers may take. */
export interface HttpLimits {
  /** For how long a connection without a request is kept. */
  readonly keepAliveMs: number;
  /** How long sending a request may take, with its body. */
  readonly requestMs: number;
  /** How many bytes the bodies of all requests may have together, until they are worked on. */
  readonly bodyBytes: number;
}

/** Everything the environment decides, parsed once. Nothing but this folder reads `process.env`. */
export interface Config {
  readonly port: number;
  /** Address to listen on; all of them when unset. */
  readonly host: string | undefined;
  /** Path below which everything is served, `''` or like `/flags`. */
  readonly basePath: string;
  /** How the outside reaches the service, without trailing slash: for links that it prints. */
  readonly publicUrl: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly database: {
    /** Address of a PostgreSQL server; the embedded one is used when unset. */
    readonly url: string | undefined;
    /** `false`: no TLS; `verify`: TLS with a certificate that is checked; `no-verify`: TLS without that check. */
    readonly ssl: false | 'verify' | 'no-verify';
    readonly poolMax: number;
    readonly embeddedDir: string;
    readonly limits: DatabaseLimits;
  };
  readonly http: HttpLimits;
  /** What secrets are encrypted with that have to be usable later, such as the client secret of single sign-on. Without either none can be stored. */
  readonly encryption: {
    /** A secret: never logged. */
    readonly key: string | undefined;
    /** Where a key is kept that is made on demand: beside the embedded database, and there alone. */
    readonly keyFile: string | undefined;
  };
  /** Whether passwords are good to sign in with even where the settings have switched that off. */
  readonly forcePasswordLogin: boolean;
  /** For how many days before today hourly usage is kept. */
  readonly metricsRetentionDays: number;
  /** How much usage one token may have written, on each instance. */
  readonly usage: {
    /** Different counters per hour, of client, admin and personal tokens. */
    readonly countersPerHour: number;
    /** The same of frontend tokens, which everybody can read in a browser. */
    readonly frontendCountersPerHour: number;
    /** Applications per day that are not known yet, of client, admin and personal tokens. */
    readonly newApplicationsPerDay: number;
    readonly frontendNewApplicationsPerDay: number;
    /** Variants of a feature, per application, environment and hour. */
    readonly variantsPerFeature: number;
  };
  /** After how many days without a report an application is forgotten that nobody has described. */
  readonly applicationRetentionDays: number;
  /** How often kept counts are compared with what they count, in hours; never when 0. */
  readonly countVerificationHours: number;
  readonly sessionHours: number;
  /** How many sessions a user can have; a new one ends the one that was used the longest time ago. */
  readonly sessionsPerUser: number;
  /** How many characters a password has at least. */
  readonly passwordMinLength: number;
  readonly personalTokens: {
    /** How many days ahead a user may let a token expire. */
    readonly maxDays: number;
    /** How long after signing in a user may create tokens. */
    readonly recentSignInMinutes: number;
  };
  /** Whether the session cookie is sent over HTTPS only. */
  readonly secureCookies: boolean;
  /** How many proxies in front add to `X-Forwarded-For`: the address of a caller is that many entries from its end. */
  readonly trustedProxies: number;
  /** From one address. */
  readonly limits: {
    readonly loginsPerMinute: number;
    /** By an administrator, or by signing up with an invite link. */
    readonly newUsersPerMinute: number;
    /** Unknown tokens and session cookies, before more of them are refused unread. */
    readonly tokenMissesPerMinute: number;
  };
  /** Of one caller: an API token, a user, or the address of who is neither. */
  readonly quotas: {
    /** Units a second, of which a read costs 1 and others more. */
    readonly unitsPerSecond: number;
    /** Requests a second of SDKs that share a token. */
    readonly sdkPerSecond: number;
    /** Searches, imports, exports, bulk changes and evaluations at the same time. */
    readonly expensiveAtOnce: number;
  };
  /** Origins whose pages may call the frontend API and OFREP; `*` among them for all. */
  readonly frontendApiOrigins: readonly string[];
  /** Whether tokens and the password of the environment may be easy to guess. */
  readonly allowWeakSecrets: boolean;
  readonly initialTokens: readonly InitialToken[];
  readonly firstAdmin: {
    readonly username: string;
    /** A random one is made and printed once when unset. */
    readonly password: string | undefined;
  };
  /** The mail server; no mails are sent when unset. */
  readonly email: EmailConfig | undefined;
  readonly clientFeatures: {
    /** How often to look whether other instances have changed what SDKs are told, in seconds: they announce it, but that may get lost. */
    readonly pollSeconds: number;
    /** How many SDKs may have a stream from this instance at the same time; the others are told to poll. */
    readonly maxStreams: number;
    /** How often something is sent on a stream on which nothing happens, in seconds: SDKs give it up after 60 s of silence, proxies often sooner. */
    readonly heartbeatSeconds: number;
    /** How many of the streams may be of the same token. */
    readonly maxStreamsPerToken: number;
    /** How many bytes answers may take that are kept ready for SDKs, plain and compressed. */
    readonly cacheBytes: number;
    /** How many bytes may be remembered of past changes, for SDKs that go on from an earlier state. */
    readonly deltaLogBytes: number;
    /** How many bytes may be on their way to SDKs that have not read them yet. */
    readonly outgoingBytes: number;
  };
  /** What those need who run the service. */
  readonly operations: {
    /** A port of its own for documentation and figures, which then are on no other; health and readiness are on both. */
    readonly port: number | undefined;
    /** Whether Swagger UI and the OpenAPI document are served. */
    readonly docs: boolean;
    /** Whether figures for Prometheus are served. */
    readonly prometheus: boolean;
    /** For how many days denied requests are kept. */
    readonly deniedRequestDays: number;
  };
  readonly webhooks: {
    /** Whether webhooks may call private, loopback and link-local addresses, which are those of the service's own network. */
    readonly allowPrivateAddresses: boolean;
    /** How long a receiver may take to answer, in seconds. */
    readonly timeoutSeconds: number;
  };
  /** How large an answer of the playground may become, in MiB. */
  readonly answerMegabytes: number;
  /** Limits of the worker threads, which run templates, patterns and XML of callers. */
  readonly workers: {
    /** How long one input may take, in milliseconds. */
    readonly milliseconds: number;
    /** How much memory one thread may use, in MiB. */
    readonly megabytes: number;
    /** How many inputs may wait for one thread. */
    readonly waiting: number;
  };
}

const MIB = 1024 * 1024;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** How many characters a secret has at least that nobody can guess. */
const MIN_SECRET = 16;
const TOKEN = /^[^\s:]+:[^\s.:]+\.\S+$/;

/** Reads the configuration, or throws a {@link ConfigError} that names every bad value at once. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return readEnvironment(env, (read) => {
    const port = read.whole('PORT', 4242, { min: 0, max: 65535 });
    const basePath = read.matching('BASE_URI_PATH', '', /^(\/[\w.~-]+)*$/, 'a path like /flags, without a slash at its end');
    const ownUrl = `http://localhost:${port}${basePath}`;
    const publicUrl = read.matching('UNLEASH_URL', ownUrl, /^https?:\/\/\S+$/, 'an http(s) address').replace(/\/+$/, '');
    return {
      port,
      host: read.text('HTTP_HOST'),
      basePath,
      publicUrl,
      logLevel: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
      ...storage(read),
      http: http(read),
      metricsRetentionDays: read.whole('METRICS_RETENTION_DAYS', 30, { min: 3, max: 400 }),
      usage: usage(read),
      applicationRetentionDays: read.whole('APPLICATION_RETENTION_DAYS', 90, { min: 31, max: 3650 }),
      countVerificationHours: read.whole('COUNT_VERIFICATION_HOURS', 24, { min: 0, max: 24 * 365 }),
      ...signIn(read, publicUrl),
      trustedProxies: read.whole('TRUST_PROXY', 0, { min: 0, max: 16 }),
      limits: limits(read),
      quotas: quotas(read),
      frontendApiOrigins: frontendApiOrigins(read),
      ...firstSecrets(read),
      email: email(read),
      clientFeatures: clientFeatures(read),
      operations: operations(read, port),
      webhooks: {
        allowPrivateAddresses: read.flag('WEBHOOK_ALLOW_PRIVATE_ADDRESSES', false),
        timeoutSeconds: read.whole('WEBHOOK_TIMEOUT_SECONDS', 10, { min: 1, max: 60 }),
      },
      ...work(read),
    };
  });
}

/** How people sign in, and for how long. */
function signIn(
  read: Reader,
  publicUrl: string,
): Pick<Config, 'forcePasswordLogin' | 'sessionHours' | 'sessionsPerUser' | 'passwordMinLength' | 'personalTokens' | 'secureCookies'> {
  return {
    forcePasswordLogin: read.flag('FORCE_PASSWORD_LOGIN', false),
    sessionHours: read.whole('SESSION_TTL_HOURS', 48, { min: 1, max: 24 * 365 }),
    sessionsPerUser: read.whole('SESSIONS_PER_USER_MAX', 100, { min: 1, max: 10_000 }),
    passwordMinLength: read.whole('PASSWORD_MIN_LENGTH', 15, { min: 8, max: 64 }),
    personalTokens: personalTokens(read),
    secureCookies: read.flag('SECURE_COOKIES', publicUrl.startsWith('https:')),
  };
}

/** What exists from the first start on. */
function firstSecrets(read: Reader): Pick<Config, 'allowWeakSecrets' | 'initialTokens' | 'firstAdmin'> {
  return {
    allowWeakSecrets: read.flag('ALLOW_WEAK_SECRETS', false),
    initialTokens: [
      ...initialTokens(read, 'INIT_ADMIN_API_TOKENS', 'admin'),
      ...initialTokens(read, 'INIT_CLIENT_API_TOKENS', 'client'),
      ...initialTokens(read, 'INIT_FRONTEND_API_TOKENS', 'frontend'),
    ],
    firstAdmin: {
      username: read.text('UNLEASH_DEFAULT_ADMIN_USERNAME') ?? 'admin',
      password: read.text('UNLEASH_DEFAULT_ADMIN_PASSWORD'),
    },
  };
}

/** How much work one request may cause. */
function work(read: Reader): Pick<Config, 'answerMegabytes' | 'workers'> {
  return {
    answerMegabytes: read.whole('PLAYGROUND_ANSWER_LIMIT_MB', 25, { min: 1, max: 500 }),
    workers: {
      milliseconds: read.whole('WORKER_TIME_LIMIT_MS', 1_000, { min: 50, max: 60_000 }),
      megabytes: read.whole('WORKER_MEMORY_LIMIT_MB', 64, { min: 32, max: 4_096 }),
      waiting: read.whole('WORKER_QUEUE_LIMIT', 32, { min: 1, max: 10_000 }),
    },
  };
}

function operations(read: Reader, servicePort: number): Config['operations'] {
  const name = 'OPERATIONS_PORT';
  const port = read.text(name) === undefined ? undefined : read.whole(name, 0, { min: 0, max: 65535 });
  if (port !== undefined && port !== 0 && port === servicePort) read.refuse(name, 'another port than PORT');
  return {
    port,
    docs: read.flag('DOCS_ENABLED', true),
    prometheus: read.flag('PROMETHEUS_ENABLED', true),
    deniedRequestDays: read.whole('DENIED_REQUESTS_RETENTION_DAYS', 30, { min: 1, max: 400 }),
  };
}

/** Where everything is kept, and how secrets are. */
function storage(read: Reader): Pick<Config, 'database' | 'encryption'> {
  const wanted = 'an address like postgres://user:password@host:5432/database';
  const url = read.matching('DATABASE_URL', undefined, /^postgres(ql)?:\/\/\S+$/, wanted);
  const ssl = databaseSsl(read);
  const poolMax = read.whole('DATABASE_POOL_MAX', 16, { min: 1, max: 1000 });
  const embeddedDir = read.text('EMBEDDED_DATABASE_DIR') ?? 'data';
  const key = read.matching('ENCRYPTION_KEY', undefined, /^.{32,}$/s, 'a random text of at least 32 characters');
  const keyFile = url === undefined ? path.join(embeddedDir, 'encryption.key') : undefined;
  return { database: { url, ssl, poolMax, embeddedDir, limits: databaseLimits(read, poolMax) }, encryption: { key, keyFile } };
}

function databaseLimits(read: Reader, poolMax: number): DatabaseLimits {
  const seconds = (name: string, preset: number): number => 1000 * read.whole(name, preset, { min: 1, max: 3600 });
  return {
    longReads: read.whole('DATABASE_LONG_READS', Math.max(1, Math.floor(poolMax / 8)), { min: 1, max: 1000 }),
    longReadQueue: read.whole('DATABASE_LONG_READ_QUEUE', 20, { min: 0, max: 10_000 }),
    longReadMs: seconds('DATABASE_LONG_READ_SECONDS', 15),
    connectMs: seconds('DATABASE_CONNECT_SECONDS', 3),
    statementMs: seconds('DATABASE_STATEMENT_SECONDS', 30),
    lockMs: seconds('DATABASE_LOCK_SECONDS', 5),
    idleMs: seconds('DATABASE_IDLE_TRANSACTION_SECONDS', 10),
  };
}

function http(read: Reader): HttpLimits {
  return {
    keepAliveMs: 1000 * read.whole('HTTP_KEEP_ALIVE_SECONDS', 75, { min: 1, max: 3600 }),
    requestMs: 1000 * read.whole('HTTP_REQUEST_SECONDS', 10, { min: 1, max: 3600 }),
    bodyBytes: MIB * read.whole('REQUEST_BODIES_MB', 40, { min: 20, max: 65_536 }),
  };
}

/** `DATABASE_SSL` as the reference has it: `true`, `false`, or JSON like `{"rejectUnauthorized": false}`. */
function databaseSsl(read: Reader): Config['database']['ssl'] {
  const form = /^(true|false|\{\s*"rejectUnauthorized"\s*:\s*(true|false)\s*\})$/;
  const value = read.matching('DATABASE_SSL', 'false', form, 'true, false or {"rejectUnauthorized": false}');
  if (value === 'false') return false;
  return value.startsWith('{') && value.includes('false') ? 'no-verify' : 'verify';
}

function frontendApiOrigins(read: Reader): string[] {
  const name = 'UNLEASH_FRONTEND_API_ORIGINS';
  const origins = read.list(name).map((origin) => origin.replace(/\/+$/, ''));
  const isOrigin = /^(\*|https?:\/\/[^\s/*]+)$/;
  if (!origins.every((origin) => isOrigin.test(origin)))
    read.refuse(name, 'a comma-separated list of origins like https://app.example.com, or *');
  return origins.length > 0 ? origins : ['*'];
}

function clientFeatures(read: Reader): Config['clientFeatures'] {
  return {
    pollSeconds: read.whole('CLIENT_FEATURES_POLL_SECONDS', 5, { min: 1, max: 3600 }),
    maxStreams: read.whole('CLIENT_STREAMS_MAX', 5_000, { min: 0, max: 1_000_000 }),
    heartbeatSeconds: read.whole('CLIENT_STREAM_HEARTBEAT_SECONDS', 20, { min: 1, max: 50 }),
    maxStreamsPerToken: read.whole('CLIENT_STREAMS_MAX_PER_TOKEN', 2_500, { min: 0, max: 1_000_000 }),
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
    frontendCountersPerHour: read.whole('FRONTEND_COUNTERS_PER_HOUR', 20_000, { min: 10, max: 1_000_000 }),
    newApplicationsPerDay: read.whole('METRICS_NEW_APPLICATIONS_PER_DAY', 500, { min: 1, max: 100_000 }),
    frontendNewApplicationsPerDay: read.whole('FRONTEND_NEW_APPLICATIONS_PER_DAY', 50, { min: 1, max: 100_000 }),
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
  if ((settings.user === undefined) !== (settings.password === undefined)) read.refuse('EMAIL_PASSWORD', 'set exactly when EMAIL_USER is');
  return { host, ...settings, sender: settings.sender ?? '' };
}

function initialTokens(read: Reader, name: string, type: InitialToken['type']): InitialToken[] {
  return read.list(name).map((secret) => {
    const [scope = ''] = secret.split('.');
    if (!TOKEN.test(secret)) read.refuse(name, 'a comma-separated list of tokens like *:*.secret or default:development.secret');
    else if (scope.startsWith('[]:'))
      read.refuse(name, 'tokens of one project or of all, * : which ones [] stands for cannot be told here');
    else if (type === 'admin' && scope !== '*:*') read.refuse(name, 'admin tokens that start with *:*.');
    else if (type !== 'admin' && scope.endsWith(':*')) read.refuse(name, 'tokens of one environment, like default:development.secret');
    else if (secret.length - secret.indexOf('.') - 1 < MIN_SECRET && !read.flag('ALLOW_WEAK_SECRETS', false))
      read.refuse(name, `tokens with at least ${MIN_SECRET} characters after the dot; for tests ALLOW_WEAK_SECRETS=true permits less`);
    return { secret, type };
  });
}
