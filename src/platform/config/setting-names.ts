/** Beginnings of names that only this service and Unleash give their settings. */
const FAMILY = /^(DATABASE|EMBEDDED|ENCRYPTION|INIT|METRICS|SIGNING|UNLEASH)_/;
/** Settings of the commands for moving in, and a variable that npm sets for each of its scripts. */
const OF_OTHERS: readonly string[] = ['UNLEASH_DATABASE_URL', 'UNLEASH_TOKEN', 'INIT_CWD'];
/** Kubernetes sets such variables for each of its services, whatever their names. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/;
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
export interface OtherNames {
  /** One sentence for each name that is probably misspelt. */
  readonly misspelt: string[];
  /** Names of settings of Unleash that change nothing here. */
  readonly withoutMeaning: string[];
}

/** Finds names among those of an environment that look like settings, and are not known. */
export function otherNames(env: NodeJS.ProcessEnv, known: ReadonlySet<string>): OtherNames {
  const names = Object.keys(env).filter(
    (name) => !!env[name]?.trim() && !known.has(name) && !OF_OTHERS.includes(name),
  );
  const withoutMeaning = names.filter((name) => WITHOUT_MEANING.test(name)).sort();
  const misspelt = names
    .filter((name) => !WITHOUT_MEANING.test(name) && !OF_KUBERNETES.test(name))
    .sort()
    .flatMap((name) => {
      const { nearest, isNear } = nearestOf(name, known);
      if (!isNear && !FAMILY.test(name)) return [];
      return [`There is no setting ${name}. The nearest name is ${nearest}.`];
    });
  return { misspelt, withoutMeaning };
}

/** The nearest known name, and whether it is probably meant: shortened, or with few typos. */
function nearestOf(name: string, known: ReadonlySet<string>): { nearest: string; isNear: boolean } {
  const longer = [...known].find((one) => one.startsWith(`${name}_`));
  if (longer !== undefined && name.includes('_')) return { nearest: longer, isNear: true };
  const typos = [...known].map((one) => ({ one, count: typosBetween(name, one) }));
  const { one, count } = typos.reduce((best, next) => (next.count < best.count ? next : best));
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
