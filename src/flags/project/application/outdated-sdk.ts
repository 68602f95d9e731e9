/**
 * Oldest current version of each SDK, by the name it registers with; the same as in the reference
 * (package unleash-server 7.4.0, looked up on 2026-11-21), so that migrating makes no SDK outdated.
 * Later SDKs register with names such as `unleash-node-sdk` and are all newer.
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
const NUMBERS = String.raw`(\d{1,9})\.(\d{1,9})\.(\d{1,9})`;
/** A SemVer version, optionally prefixed with `v` as some SDKs do. */
const VERSION = String.raw`^v?${NUMBERS}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`;

/**
 * SQL condition: an SDK description such as `unleash-client-node:5.3.0` is older than the oldest
 * current version. Unknown SDKs and invalid versions are not outdated. A pre-release such as
 * 5.3.2-beta.1 is older than its release.
 */
export const isOutdated = (sdkVersion: string): string => /* sql */ `
  EXISTS (SELECT FROM (VALUES ${ROWS.join(', ')}) AS oldest (sdk, version)
           CROSS JOIN LATERAL (
             SELECT regexp_match(split_part(${sdkVersion}, ':', 2), '${VERSION}') AS part) its
           CROSS JOIN LATERAL (
             SELECT its.part[1:3]::int[] AS version, its.part[4] IS NOT NULL AS early) own
           WHERE oldest.sdk = split_part(${sdkVersion}, ':', 1) AND its.part IS NOT NULL
             AND (own.version < oldest.version OR (own.version = oldest.version AND own.early)))`;
