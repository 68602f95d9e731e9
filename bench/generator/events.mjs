import { EVENT_DAYS } from '../sizes.mjs';
import { environmentAt, featureName, projectOf } from './sql.mjs';

/**
 * Types of events, each with its weight out of nineteen, those in an environment first; one event
 * in a thousand is an export.
 */
const IN_ENVIRONMENT = {
  'feature-environment-enabled': 5,
  'feature-environment-disabled': 5,
  'feature-strategy-update': 4,
  'feature-strategy-add': 2,
};
const ELSEWHERE = { 'feature-metadata-updated': 2, 'feature-tagged': 1 };
const SELDOM = 'features-exported';
const TYPES = Object.entries({ ...IN_ENVIRONMENT, ...ELSEWHERE }).flatMap(([type, share]) =>
  Array(share).fill(type),
);
const DRAWN = TYPES.length;
const WITH_PLACE = Object.values(IN_ENVIRONMENT).reduce((sum, share) => sum + share);

/**
 * The events, and the tables derived from them.
 * @param {import('../sizes.mjs').Size} size
 * @returns {import('./sql.mjs').Step[]}
 */
export function events({ events: count, features, projects, users }) {
  return [
    {
      table: 'event partitions',
      sql: `
      SELECT add_event_month((now() AT TIME ZONE 'UTC')::date - 28 * n)
        FROM generate_series(0, ${Math.ceil(EVENT_DAYS / 28) + 1}) n`,
    },
    {
      table: 'event',
      withoutIndexes: true,
      // The events of each feature are by the same five people.
      sql: `
      INSERT INTO event (type, created_at, created_by, created_by_user_id, feature_name, project, environment, data, pre_data)
      SELECT ('{${[...TYPES, SELDOM].join(',')}}'::text[])[t + 1], now() - (${count} - n) * (interval '${EVENT_DAYS} days' / ${count}),
             'person-' || u, u, ${featureName('f')}, ${projectOf('f', projects)}, CASE WHEN t < ${WITH_PLACE} THEN ${environmentAt('e')} END,
             CASE WHEN t >= 10 THEN '{"name":"flexibleRollout","title":null,"disabled":false,"parameters":{"rollout":"60"},"constraints":[]}'::jsonb END,
             CASE WHEN t BETWEEN 10 AND 13 THEN '{"name":"flexibleRollout","title":null,"disabled":false,"parameters":{"rollout":"50"},"constraints":[]}'::jsonb END
        FROM (SELECT n, t, e, f, 1 + (f * 7 + p)::int % ${users} AS u
                FROM (SELECT n, CASE WHEN n % 1000 = 0 THEN ${DRAWN} ELSE floor(random() * ${DRAWN})::int END AS t,
                             floor(random() * 3)::int AS e, 1 + floor(random() * ${features})::int AS f, floor(random() * 5)::int AS p FROM generate_series(1, ${count}) n) drawn) happened
       ORDER BY n`,
    },
    {
      table: 'feature_collaborator',
      sql: `
      INSERT INTO feature_collaborator (feature_name, user_id, last_event_id)
      SELECT feature_name, created_by_user_id, max(id) FROM event GROUP BY 1, 2`,
    },
  ];
}
