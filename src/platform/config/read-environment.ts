import { readFileSync } from 'node:fs';

/** Beginnings of names that only this service and Unleash give their settings. */
const FAMILY = /^(DATABASE|EMBEDDED|ENCRYPTION|INIT|METRICS|SIGNING|UNLEASH)_/;
/** Settings of the commands for moving in, and a variable that npm sets for each of its scripts. */
const OF_OTHERS: readonly string[] = ['UNLEASH_DATABASE_URL', 'UNLEASH_TOKEN', 'INIT_CWD'];
/** Kubernetes sets such variables for each of its services, whatever their names. */
const NAMES_OF_KUBERNETES = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/;
/** How many letters may be wrong; fewer in short names, which other programs use too. */
const MAX_TYPOS = 3;
const LETTERS_PER_TYPO = 4;

/** Settings of Unleash that change nothing here, and do not change where data goes. */
const WITHOUT_MEANING = new RegExp(
  '^(ALLOW_NON_STANDARD_DB_DATES|AUTH_ENABLE_API_TOKEN|AUTH_TYPE|CDN_PREFIX|CHECK_VERSION|' +
    'CLIENT_FEATURE_CACHING_(ENABLED|MAXAGE)|CSP_ALLOWED_[A-Z]+|' +
    'DATABASE_(APPLICATION_NAME|DISABLE_MIGRATION|POOL_IDLE_TIMEOUT_MS|POOL_MIN|VERSION)|' +
    'ENABLED_ENVIRONMENTS|ENABLE_HEAP_SNAPSHOT_ENPOINT|ENABLE_OAS|' +
    'FRONTEND_API_REFRESH_INTERVAL_MS|GRACEFUL_SHUTDOWN_(ENABLE|TIMEOUT)|' +
    'IMPORT_(DROP_BEFORE_IMPORT|FILE|KEEP_EXISTING)|PASSWORD_RESET_LIMIT_PER_MINUTE|' +
    '(REGISTER_CLIENT|CLIENT_METRICS|REGISTER_FRONTEND|FRONTEND_METRICS)_RATE_LIMIT_PER_MINUTE|' +
    'REQUEST_LOGGER_ENABLE|SECURE_HEADERS|SEND_TELEMETRY|SERVER_DISABLE_COMPRESSION|' +
    'SESSION_CLEAR_SITE_DATA_ON_LOGOUT|SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND|' +
    'UNLEASH_(INSTANCE_ID|SECRET|VERSION_URL|[A-Z_]+_LIMIT|EXPERIMENTAL_[A-Z_]+))$',
);

/** Variables that look like settings, and are none. */
interface OtherNames {
  /** One sentence for each name that is probably misspelt. */
  readonly misspelt: string[];
  /** Names of settings of Unleash that change nothing here. */
  readonly withoutMeaning: string[];
}

/** Finds names among those of an environment that look like settings, and are not known. */
function otherNames(env: NodeJS.ProcessEnv, known: ReadonlySet<string>): OtherNames {
  const names = Object.keys(env).filter(
    (name) => !!env[name]?.trim() && !known.has(name) && !OF_OTHERS.includes(name),
  );
  const withoutMeaning = names.filter((name) => WITHOUT_MEANING.test(name)).sort();
  const misspelt = names
    .filter((name) => !WITHOUT_MEANING.test(name) && !NAMES_OF_KUBERNETES.test(name))
    .sort()
    .flatMap((name) => {
      const isOfFamily = FAMILY.test(name);
      const { nearest, isNear } = nearestOf(name, isOfFamily ? known : likely(name, known));
      if (!isNear && !isOfFamily) return [];
      return [`There is no setting ${name}. The nearest name is ${nearest}.`];
    });
  return { misspelt, withoutMeaning };
}

/** Names that differ in length by {@link MAX_TYPOS} or begin with it: comparing all takes 30 ms. */
function likely(name: string, known: ReadonlySet<string>): ReadonlySet<string> {
  const isLikely = (one: string): boolean =>
    Math.abs(one.length - name.length) <= MAX_TYPOS || one.startsWith(`${name}_`);
  return new Set([...known].filter(isLikely));
}

/** The nearest name, if any, and whether it is probably meant: shortened, or with few typos. */
function nearestOf(name: string, known: ReadonlySet<string>): { nearest: string; isNear: boolean } {
  const longer = [...known].find((one) => one.startsWith(`${name}_`));
  if (longer !== undefined && name.includes('_')) return { nearest: longer, isNear: true };
  const typos = [...known].map((one) => ({ one, count: typosBetween(name, one) }));
  const none = { one: '', count: Infinity };
  const { one, count } = typos.reduce(
    (best, next) => (next.count < best.count ? next : best),
    none,
  );
  return { nearest: one, isNear: count <= Math.min(MAX_TYPOS, name.length / LETTERS_PER_TYPO) };
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
function typosBetween(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let n = 1; n <= b.length; n++) {
      const isSame = a[row - 1] === b[n - 1];
      next.push(Math.min(before[n]! + 1, next[n - 1]! + 1, before[n - 1]! + (isSame ? 0 : 1)));
    }
    before = next;
  }
  return before[b.length]!;
}

/** Some environment variables are invalid; the message has a line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((p) => `  ${p}`).join('\n')}`);
  }
}

/** Kubernetes sets `HTTP_PORT=tcp://10.0.0.1:80` for a service that is called `http`. */
const OF_KUBERNETES = /^tcp:\/\/[\d.]+:\d+$/;

/** Reads variables and collects errors. An empty variable counts as unset. */
export class Reader {
  readonly problems: string[] = [];
  /** Names of all settings that were read. */
  private readonly names = new Set<string>();

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /** A text without surrounding blanks; undefined when unset. */
  text(name: string): string | undefined {
    this.names.add(name);
    const text = this.env[name]?.trim() || undefined;
    return text && OF_KUBERNETES.test(text) ? undefined : text;
  }

  /** The text of the file that a variable names. */
  file(name: string): string | undefined {
    const path = this.text(name);
    try {
      return path === undefined ? undefined : readFileSync(path, 'utf8').trim();
    } catch {
      this.refuse(name, 'the path of a file that can be read');
      return undefined;
    }
  }

  /**
   * What to tell operators about variables that are no settings. To be read last.
   * @param isStrict Whether misspelt ones are problems.
   */
  warnings(isStrict: boolean): string[] {
    const { misspelt, withoutMeaning } = otherNames(this.env, this.names);
    if (isStrict) for (const problem of misspelt) this.problems.push(problem);
    const list = withoutMeaning.join(', ');
    return [
      ...misspelt,
      ...(list ? [`Settings of Unleash that change nothing here: ${list}.`] : []),
    ];
  }

  /** Reports an invalid variable, without its value, which may be secret. */
  refuse(name: string, wanted: string): void {
    this.problems.push(`${name} must be ${wanted}.`);
  }

  /** An integer within a range. */
  whole(name: string, preset: number, range: { min: number; max: number }): number {
    const text = this.text(name);
    if (text === undefined) return preset;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= range.min && value <= range.max) return value;
    this.refuse(name, `a whole number from ${range.min} to ${range.max}`);
    return preset;
  }

  /** A boolean: `true` or `false`. */
  flag(name: string, preset: boolean): boolean {
    return this.oneOf(name, String(preset), ['true', 'false']) === 'true';
  }

  /** One of several values. */
  oneOf<T extends string>(name: string, preset: T, values: readonly T[]): T {
    const text = this.text(name);
    if (text === undefined) return preset;
    const value = values.find((v) => v === text.toLowerCase());
    if (value === undefined) this.refuse(name, `one of ${values.join(', ')}`);
    return value ?? preset;
  }

  /** A text that matches a pattern; `wanted` describes valid values. */
  matching<T extends string | undefined>(
    name: string,
    preset: T,
    pattern: RegExp,
    wanted: string,
  ): T | string {
    const text = this.text(name);
    if (text === undefined) return preset;
    if (!pattern.test(text)) this.refuse(name, wanted);
    return text;
  }

  /** The texts of a comma-separated list; empty when unset. */
  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  }
}

/**
 * Builds a frozen value from the environment.
 * @throws ConfigError with all errors.
 */
export function readEnvironment<T extends object>(
  env: NodeJS.ProcessEnv,
  build: (read: Reader) => T,
): T {
  const reader = new Reader(env);
  const built = build(reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return freeze(built);
}

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value))
    if (part !== null && typeof part === 'object') freeze(part);
  return Object.freeze(value);
}
