import { BUCKETS_PER_FEATURE_AND_HALF as HALF } from '../sizes.mjs';
import { environmentAt, featureName } from './sql.mjs';

const YESTERDAY = `(date_trunc('day', now(), 'UTC') - interval '1 day')`;
/**
 * 125 buckets of a feature, numbered by k: yesterday in each environment, hour and (two of them)
 * application; in the month before every 16 hours.
 */
const PLACES = [
  {
    environment: 'k / 48',
    hour: `${YESTERDAY} + k % 48 / 2 * interval '1 hour'`,
    application: '1 + k % 2',
  },
  {
    environment: 'k / 42',
    hour: `${YESTERDAY} - (1 + k % 42) * interval '16 hours'`,
    application: '1',
  },
];

/**
 * Usage that SDKs reported: buckets with their variants, and the tallies of days.
 * @param {import('../sizes.mjs').Size} size
 * @returns {import('./sql.mjs').Step[]}
 */
export function usage({ features }) {
  return [
    days(),
    ...PLACES.map((place) => buckets(features, place)),
    ...PLACES.map((place) => variants(features, place)),
    ...derived(),
  ];
}

/** Creates a partition for each day with usage, as the service does daily. */
function days() {
  return {
    table: 'client_metric',
    sql: `SELECT add_usage_day((now() AT TIME ZONE 'UTC')::date - n) FROM generate_series(0, 31) n`,
  };
}

function buckets(features, { environment, hour, application }) {
  return {
    table: 'client_metric',
    sql: `
      INSERT INTO client_metric (feature_name, app_name, environment, hour, yes, no)
      SELECT ${featureName('n')}, 'application-' || ${application}, ${environmentAt(environment)}, ${hour}, n % 1000, k
        FROM generate_series(1, ${features}) n, generate_series(0, ${HALF - 1}) k ORDER BY n, k`,
  };
}

/** Every fifth bucket has a variant. */
function variants(features, { environment, hour, application }) {
  return {
    table: 'client_metric_variant',
    sql: `
      INSERT INTO client_metric_variant (feature_name, app_name, environment, hour, variant, count)
      SELECT ${featureName('n')}, 'application-' || ${application}, ${environmentAt(environment)}, ${hour}, 'blue', n % 100
        FROM generate_series(1, ${features}) n, generate_series(0, ${HALF - 1}, 5) k ORDER BY n, k`,
  };
}

function derived() {
  const tally = (table, kind) =>
    `SELECT (hour AT TIME ZONE 'UTC')::date, '${kind}', 0, count(*) FROM ${table} GROUP BY 1`;
  return [
    {
      // Set here, since the triggers of both tables do not run.
      table: 'client_metric_day_tally',
      sql: `
      INSERT INTO client_metric_day_tally (day, kind, slot, buckets)
      ${tally('client_metric', 'enabled')} UNION ALL ${tally('client_metric_variant', 'variant')}`,
    },
    {
      table: 'client_application_feature',
      sql: `
      INSERT INTO client_application_feature (feature_name, environment, app_name, hour)
      SELECT feature_name, environment, app_name, max(hour) FROM client_metric GROUP BY 1, 2, 3`,
    },
    {
      table: 'feature_environment_usage',
      sql: `
      INSERT INTO feature_environment_usage (feature_name, environment, last_seen_at, hour, yes, no)
      SELECT feature_name, environment, max(hour) + interval '59 minutes', max(hour), sum(yes), sum(no)
        FROM client_metric WHERE hour >= ${YESTERDAY} GROUP BY 1, 2`,
    },
  ];
}
