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
  };
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
  readonly sessionHours: number;
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
  };
  readonly webhooks: {
    /** Whether webhooks may call private, loopback and link-local addresses, which are those of the service's own network. */
    readonly allowPrivateAddresses: boolean;
    /** How long a receiver may take to answer, in seconds. */
    readonly timeoutSeconds: number;
  };
}

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
      forcePasswordLogin: read.flag('FORCE_PASSWORD_LOGIN', false),
      metricsRetentionDays: read.whole('METRICS_RETENTION_DAYS', 30, { min: 3, max: 400 }),
      sessionHours: read.whole('SESSION_TTL_HOURS', 48, { min: 1, max: 24 * 365 }),
      personalTokens: personalTokens(read),
      secureCookies: read.flag('SECURE_COOKIES', publicUrl.startsWith('https:')),
      trustedProxies: read.whole('TRUST_PROXY', 0, { min: 0, max: 16 }),
      limits: limits(read),
      quotas: quotas(read),
      frontendApiOrigins: frontendApiOrigins(read),
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
      email: email(read),
      clientFeatures: clientFeatures(read),
      webhooks: {
        allowPrivateAddresses: read.flag('WEBHOOK_ALLOW_PRIVATE_ADDRESSES', false),
        timeoutSeconds: read.whole('WEBHOOK_TIMEOUT_SECONDS', 10, { min: 1, max: 60 }),
      },
    };
  });
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
  return { database: { url, ssl, poolMax, embeddedDir }, encryption: { key, keyFile } };
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
  };
}

function personalTokens(read: Reader): Config['personalTokens'] {
  return {
    maxDays: read.whole('PERSONAL_TOKEN_MAX_DAYS', 365, { min: 1, max: 36_500 }),
    recentSignInMinutes: read.whole('PERSONAL_TOKEN_SIGN_IN_MINUTES', 60, { min: 1, max: 525_600 }),
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
