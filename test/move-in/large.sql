-- Adds a large instance to the small one of unleash-6.sql: $FEATURES features in two environments,
-- $EVENTS events.
INSERT INTO features (name, created_at, description, type, stale, project, impression_data, created_by_user_id)
  SELECT 'large-' || n, '2024-04-01', 'The feature number ' || n, 'release', false, 'default', false, 7
    FROM generate_series(1, $FEATURES) n;
INSERT INTO feature_environments (environment, feature_name, enabled, variants)
  SELECT e, 'large-' || n, n % 2 = 0, '[]'
    FROM generate_series(1, $FEATURES) n, unnest('{development,production}'::text[]) e;
INSERT INTO feature_strategies
  SELECT gen_random_uuid()::text, 'large-' || n, 'default', e, 'flexibleRollout',
         jsonb_build_object('rollout', (n % 101)::text, 'stickiness', 'userId', 'groupId', 'large-' || n),
         '[{"contextName": "region", "operator": "IN", "values": ["eu", "us"], "inverted": false}]',
         s, '2024-04-01', NULL, false, '[]'
    FROM generate_series(1, $FEATURES) n, unnest('{development,production}'::text[]) e,
         generate_series(1, 2) s;
INSERT INTO feature_tag SELECT 'large-' || n, 'team', 'red', now() FROM generate_series(1, $FEATURES) n;
INSERT INTO feature_lifecycles
  SELECT 'large-' || n, 'initial', '2024-04-01', NULL, NULL FROM generate_series(1, $FEATURES) n;
INSERT INTO last_seen_at_metrics
  SELECT 'large-' || n, e, '2024-07-01'
    FROM generate_series(1, $FEATURES) n, unnest('{development,production}'::text[]) e;
INSERT INTO events (created_at, type, created_by, data, tags, project, environment, feature_name, created_by_user_id)
  SELECT timestamptz '2024-04-03' + n * interval '1 minute', 'feature-updated', 'anna',
         json_build_object('name', 'large-' || n % $FEATURES + 1, 'description', repeat('text ', 40)),
         '[]', 'default', NULL, 'large-' || n % $FEATURES + 1, 7
    FROM generate_series(1, $EVENTS) n;
INSERT INTO client_metrics_env
  SELECT 'large-' || n, 'shop', 'production', date_trunc('hour', now()) - h * interval '1 hour', n % 100, 3
    FROM generate_series(1, $FEATURES) n, generate_series(1, 5) h;
CREATE INDEX ON feature_environments (feature_name);
CREATE INDEX ON feature_strategies (feature_name);
CREATE INDEX ON feature_strategy_segment (feature_strategy_id);
CREATE INDEX ON feature_tag (feature_name);
CREATE INDEX ON feature_lifecycles (feature);
CREATE INDEX ON last_seen_at_metrics (feature_name);
ANALYZE;
