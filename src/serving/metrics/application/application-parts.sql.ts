/** Condition: an instance `i` was seen within the last two days. */
export const IS_ALIVE = "i.seen_at > now() - interval '48 hours'";

/**
 * A recursive `place`: the environments in which an application asked for features, each found by
 * one look into an index.
 */
export const askedIn = (appName: string): string => /* sql */ `
  place (environment) AS (
    SELECT min(c.environment) FROM client_application_feature c WHERE c.app_name = ${appName}
    UNION ALL
    SELECT (SELECT min(c.environment) FROM client_application_feature c
      WHERE c.app_name = ${appName} AND c.environment > place.environment)
      FROM place WHERE place.environment IS NOT NULL
  )`;
