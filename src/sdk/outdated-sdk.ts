/**
 * The oldest version of each SDK that counts as current, by the name under which it registers: the
 * same as in the reference (its package unleash-server 7.4.0, looked up on 2026-11-21), so that
 * moving here makes nobody's SDK outdated. Later SDKs register under names like `unleash-node-sdk`:
 * none of these is older than what is listed.
 */
const OLDEST_CURRENT: Readonly<Record<string, string>> = {
  'unleash-client-dotnet': '4.1.3',
  'unleash-client-go': '4.1.0',
  'unleash-client-java': '9.2.0',
  'unleash-client-nextjs': '1.6.2',
  'unleash-client-node': '5.3.2',
  'unleash-client-php': '2.3.0',
  'unleash-client-python': '5.11.0',
  'unleash-client-ruby': '5.0.0',
};

const ROWS = Object.entries(OLDEST_CURRENT).map(
  ([name, version]) => `('${name}', '{${version.replaceAll('.', ',')}}'::int[])`,
);
/** As SemVer has it, and with a `v` before it, as some SDKs do. */
const VERSION = String.raw`^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`;

/**
 * Whether an SDK is older than what counts as current; SQL, of an expression for what the SDK says
 * of itself, like `unleash-client-node:5.3.0`. An SDK that is not known is not outdated, nor is one
 * whose version is none. A version before the release, like 5.3.2-beta.1, is older than the
 * release.
 */
export const isOutdated = (sdkVersion: string): string => /* sql */ `
  EXISTS (SELECT FROM (VALUES ${ROWS.join(', ')}) AS oldest (sdk, version)
           CROSS JOIN LATERAL (SELECT regexp_match(split_part(${sdkVersion}, ':', 2), '${VERSION}') AS part) its
           CROSS JOIN LATERAL (SELECT its.part[1:3]::int[] AS version, its.part[4] IS NOT NULL AS early) own
           WHERE oldest.sdk = split_part(${sdkVersion}, ':', 1) AND its.part IS NOT NULL
             AND (own.version < oldest.version OR (own.version = oldest.version AND own.early)))`;
