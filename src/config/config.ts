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
    /**
     * `false`: no TLS; `verify`: TLS with a certificate that is checked; `no-verify`: TLS without
     * that check.
     */
    readonly ssl: false | 'verify' | 'no-verify';
    readonly poolMax: number;
    readonly embeddedDir: string;
    readonly limits: DatabaseLimits;
  };
  readonly http: HttpLimits;
  /**
   * What secrets are encrypted with that have to be usable later, such as the client secret of
   * single sign-on. Without either none can be stored.
   */
  readonly encryption: {
    /** A secret: never logged. */
    readonly key: string | undefined;
    /**
     * Where a key is kept that is made on demand: beside the embedded database, and there alone.
     */
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
  /**
   * How many sessions a user can have; a new one ends the one that was used the longest time ago.
   */
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
  /**
   * How many proxies in front add to `X-Forwarded-For`: the address of a caller is that many
   * entries from its end.
   */
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
    /**
     * How often to look whether other instances have changed what SDKs are told, in seconds: they
     * announce it, but that may get lost.
     */
    readonly pollSeconds: number;
    /**
     * How many SDKs may have a stream from this instance at the same time; the others are told to
     * poll.
     */
    readonly maxStreams: number;
    /**
     * How often something is sent on a stream on which nothing happens, in seconds: SDKs give it up
     * after 60 s of silence, proxies often sooner.
     */
    readonly heartbeatSeconds: number;
    /** How many of the streams may be of the same token. */
    readonly maxStreamsPerToken: number;
    /** How many bytes answers may take that are kept ready for SDKs, plain and compressed. */
    readonly cacheBytes: number;
    /**
     * How many bytes may be remembered of past changes, for SDKs that go on from an earlier state.
     */
    readonly deltaLogBytes: number;
    /** How many bytes may be on their way to SDKs that have not read them yet. */
    readonly outgoingBytes: number;
  };
  /** What those need who run the service. */
  readonly operations: {
    /**
     * A port of its own for documentation and figures, which then are on no other; health and
     * readiness are on both.
     */
    readonly port: number | undefined;
    /** Whether Swagger UI and the OpenAPI document are served. */
    readonly docs: boolean;
    /** Whether figures for Prometheus are served. */
    readonly prometheus: boolean;
    /** For how many days denied requests are kept. */
    readonly deniedRequestDays: number;
  };
  readonly webhooks: {
    /**
     * Whether webhooks may call private, loopback and link-local addresses, which are those of the
     * service's own network.
     */
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
