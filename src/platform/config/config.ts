interface TokenKind {
  /** Who uses such tokens. */
  readonly users: string;
  /** Number of the first of its four permissions; only administrators manage tokens without. */
  readonly firstPermission?: number;
}

/** Kinds of API tokens. One more is one entry here, and its label in the texts of the console. */
export const TOKEN_KINDS = {
  client: { users: 'server-side SDKs', firstPermission: 19 },
  frontend: { users: 'browsers and apps', firstPermission: 23 },
  admin: { users: 'programs that administer the service' },
} as const satisfies Record<string, TokenKind>;

/** What version 7 of the reference calls `client`. */
export const BACKEND = 'backend';

/** A kind of API tokens. */
export type TokenType = keyof typeof TOKEN_KINDS;
export const TOKEN_TYPES = Object.keys(TOKEN_KINDS) as readonly TokenType[];

/** An API token from the environment, which is created at the first start. */
export interface InitialToken {
  /** `<project>:<environment>.<secret>`; `*` for all. Must not be logged. */
  secret: string;
  type: TokenType;
}

/** SMTP settings. */
export interface EmailConfig {
  readonly host: string;
  readonly port: number;
  /** Whether TLS starts immediately; otherwise STARTTLS is used if the server offers it. */
  readonly secure: boolean;
  /** User at the mail server; undefined for no authentication. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Sender address, such as `Flags <flags@example.com>`. */
  readonly sender: string;
}

/** Use of prepared statements; see `DATABASE_PREPARED_STATEMENTS`. */
export type PreparedStatements = 'auto' | 'true' | 'false';

/** Division of PostgreSQL connections, and their time limits. */
export interface DatabaseLimits {
  /** Number of connections that the short statements of all callers share. */
  readonly pipelines: number;
  /** Maximum connections for long reads. */
  readonly longReads: number;
  /** Maximum number of waiting long reads. */
  readonly longReadQueue: number;
  readonly longReadMs: number;
  /** Time limit for opening a connection. */
  readonly connectMs: number;
  /** Time limit of a statement. */
  readonly statementMs: number;
  /** Time limit for waiting for a lock. */
  readonly lockMs: number;
  /** Maximum idle time within a transaction. */
  readonly idleMs: number;
}

/** Time limits of HTTP connections. */
export interface HttpLimits {
  /** Keep-alive timeout. */
  readonly keepAliveMs: number;
  /** Time limit for receiving a request including its body. */
  readonly requestMs: number;
  /** Maximum total size of request bodies in memory. */
  readonly bodyBytes: number;
  /** How long a stopping instance still accepts requests, until load balancers use others. */
  readonly shutdownDelayMs: number;
  /** How long it then goes on with requests in progress. */
  readonly shutdownMs: number;
}

/** Export of traces and metrics to a collector of OpenTelemetry. */
export interface TelemetryConfig {
  /** Where spans are sent; undefined for nowhere. */
  readonly tracesUrl: string | undefined;
  /** Where metrics are sent; undefined for nowhere. */
  readonly metricsUrl: string | undefined;
  /** Attributes that identify this process in the collector. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: {
    /** Whether a caller that sends `traceparent` decides about its trace. */
    readonly followsCaller: boolean;
    /** Share of the other traces that are recorded, from 0 to 1. */
    readonly ratio: number;
  };
  readonly spans: {
    /** Maximum spans in memory that are not exported yet. */
    readonly maxQueue: number;
    /** Maximum spans per request to the collector. */
    readonly maxBatch: number;
    /** Pause between two exports. */
    readonly delayMs: number;
    /** How long the next export waits for one that is not answered. */
    readonly timeoutMs: number;
  };
  readonly metrics: {
    readonly intervalMs: number;
    readonly timeoutMs: number;
  };
}

/** The configuration, parsed once from the environment. Only this folder reads `process.env`. */
export interface Config {
  readonly port: number;
  /** Address to listen on; undefined for all. */
  readonly host: string | undefined;
  /** Path prefix of all routes: `''`, or for example `/flags`. */
  readonly basePath: string;
  /** Public URL of the service for links, without trailing slash. */
  readonly publicUrl: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Whether `NODE_ENV` says that people rely on this instance, as the image does. */
  readonly isProduction: boolean;
  /** Sentences for the log about variables that look like settings, and are none. */
  readonly warnings: readonly string[];
  readonly database: {
    /** PostgreSQL URL; undefined for the embedded server. */
    readonly url: string | undefined;
    /**
     * URL for migrations and notifications, which a transaction pooler does not pass on; `url` when
     * unset.
     */
    readonly directUrl: string | undefined;
    /**
     * Whether statements are prepared once per session. `auto`: until a session turns out to be
     * shared, as behind a transaction pooler.
     */
    readonly preparedStatements: PreparedStatements;
    /**
     * `false`: no TLS; `verify`: TLS with certificate verification; `no-verify`: TLS without it.
     */
    readonly ssl: false | 'verify' | 'no-verify';
    readonly poolMax: number;
    /** URLs of streaming standbys for long reads. */
    readonly replicaUrls: readonly string[];
    /** How long a read waits for a replica to catch up before the primary runs it. */
    readonly replicaWaitMs: number;
    readonly embeddedDir: string;
    readonly limits: DatabaseLimits;
  };
  readonly http: HttpLimits;
  /**
   * Encryption of stored secrets that must be readable later, such as the OIDC client secret.
   * Without key and key file, none can be stored.
   */
  readonly encryption: {
    /** Must not be logged. */
    readonly key: string | undefined;
    /** Other keys with which secrets may be encrypted, while the key is replaced. Like the key. */
    readonly accepted: readonly string[];
    /**
     * File of an automatically generated key, next to the embedded database; undefined with an
     * external one.
     */
    readonly keyFile: string | undefined;
  };
  /**
   * Private part of the Ed25519 key that signs statistics and the audit log, in base64url;
   * undefined to generate and store one. Must not be logged.
   */
  readonly signingSeed: string | undefined;
  /**
   * Whether programs can read the secrets of API tokens that they created; only with an encryption
   * key of the environment.
   */
  readonly readableTokenSecrets: boolean;
  /** Whether password login works even when it is disabled in the settings. */
  readonly forcePasswordLogin: boolean;
  /** Days to keep hourly usage, besides today. */
  readonly metricsRetentionDays: number;
  /** Limits of reported usage per token and instance. */
  readonly usage: {
    /** Maximum distinct counters per hour for client, admin and personal tokens. */
    readonly countersPerHour: number;
    /** Maximum distinct counters per hour for frontend tokens, which are public in browsers. */
    readonly frontendCountersPerHour: number;
    /** Maximum new applications per day for client, admin and personal tokens. */
    readonly newApplicationsPerDay: number;
    readonly frontendNewApplicationsPerDay: number;
    /** Maximum variants per feature, application, environment and hour. */
    readonly variantsPerFeature: number;
  };
  /** Days without a report after which an application without a description is deleted. */
  readonly applicationRetentionDays: number;
  /** Days to keep events; 0 for ever. */
  readonly eventRetentionDays: number;
  /** Days to keep events about the use of tokens; 0 as long as other events. */
  readonly tokenUseRetentionDays: number;
  /** Hours between verifications of stored counts; 0 for never. */
  readonly countVerificationHours: number;
  readonly sessionHours: number;
  /** Maximum sessions per user; a new session ends the least recently used one. */
  readonly sessionsPerUser: number;
  /** Minimum password length in characters. */
  readonly passwordMinLength: number;
  readonly personalTokens: {
    /** Maximum lifetime of personal tokens in days. */
    readonly maxDays: number;
    /** Minutes after signing in during which a user may create tokens. */
    readonly recentSignInMinutes: number;
  };
  /** Whether the session cookie is limited to HTTPS. */
  readonly secureCookies: boolean;
  /**
   * Number of trusted proxies: the caller's address is that many entries from the end of
   * `X-Forwarded-For`.
   */
  readonly trustedProxies: number;
  /** Limits per address. */
  readonly limits: {
    readonly loginsPerMinute: number;
    /** By an administrator, or by signing up with an invite link. */
    readonly newUsersPerMinute: number;
    /** Unknown tokens and session cookies, before further ones are refused without a lookup. */
    readonly tokenMissesPerMinute: number;
  };
  /** Quotas per caller: an API token, a user, or an address. */
  readonly quotas: {
    /** Units per second; a read costs 1, other requests more. */
    readonly unitsPerSecond: number;
    /** Requests per second of SDKs that share a token. */
    readonly sdkPerSecond: number;
    /** Concurrent searches, imports, exports, bulk changes and evaluations. */
    readonly expensiveAtOnce: number;
  };
  /** Origins that may call the frontend API and OFREP; `*` for all. */
  readonly frontendApiOrigins: readonly string[];
  /** Name of the installation, which user interfaces show. */
  readonly uiEnvironment: string;
  /** Whether weak tokens and passwords are accepted from the environment. */
  readonly allowWeakSecrets: boolean;
  readonly initialTokens: readonly InitialToken[];
  readonly firstAdmin: {
    readonly username: string;
    /** When undefined, a random one is generated and printed once. */
    readonly password: string | undefined;
  };
  /** Mail server; undefined to send no mails. */
  readonly email: EmailConfig | undefined;
  readonly clientFeatures: {
    /**
     * Interval in seconds for checking for changes of other instances, in case a notification was
     * lost.
     */
    readonly pollSeconds: number;
    /** Maximum streams of this instance; further SDKs are told to poll. */
    readonly maxStreams: number;
    /**
     * Seconds between heartbeats on idle streams: SDKs give up after 60 s, proxies often earlier.
     */
    readonly heartbeatSeconds: number;
    /** Maximum streams per token. */
    readonly maxStreamsPerToken: number;
    /** Maximum bytes of cached responses for SDKs, plain and compressed. */
    readonly cacheBytes: number;
    /** Maximum bytes of the delta logs, from which SDKs catch up. */
    readonly deltaLogBytes: number;
    /** Maximum bytes in flight to slow stream readers. */
    readonly outgoingBytes: number;
  };
  /** Interval in seconds at which the kill switch is tried; 0 for never. */
  readonly drillSeconds: number;
  /** Settings for operators. */
  readonly operations: {
    /**
     * Separate port for documentation and metrics, which are then served there only; health and
     * readiness are on both.
     */
    readonly port: number | undefined;
    /** Whether Swagger UI and the OpenAPI document are served. */
    readonly docs: boolean;
    /** Whether Prometheus metrics are served. */
    readonly prometheus: boolean;
    /** Whether metrics name features, projects and applications; nobody signs in to read them. */
    readonly prometheusNames: boolean;
    /** Days to keep denied requests. */
    readonly deniedRequestDays: number;
  };
  /** Undefined without a collector. */
  readonly telemetry: TelemetryConfig | undefined;
  /** Whether OpenID Connect may call identity providers at private addresses. */
  readonly oidcAllowPrivateAddresses: boolean;
  readonly webhooks: {
    /** Where messages of Slack apps are sent, without trailing slash. */
    readonly slackApiUrl: string;
    /** Whether webhooks may call private, loopback and link-local addresses. */
    readonly allowPrivateAddresses: boolean;
    /** Seconds that a webhook receiver has to respond. */
    readonly timeoutSeconds: number;
  };
  /** The Prometheus that safeguards ask. */
  readonly prometheus: {
    /** Base address without trailing slash; undefined for none. May contain a password. */
    readonly url: string | undefined;
    /** Bearer token for it. Must not be logged. */
    readonly token: string | undefined;
    /** Whether it may have a private, loopback or link-local address. */
    readonly allowPrivateAddresses: boolean;
  };
  /** Maximum size of a playground response in MiB. */
  readonly answerMegabytes: number;
  /** Limits of the worker threads that evaluate templates, patterns and XML of users. */
  readonly workers: {
    /** Time limit per input in milliseconds. */
    readonly milliseconds: number;
    /** Maximum number of waiting inputs per thread. */
    readonly waiting: number;
  };
}
