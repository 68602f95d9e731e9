-- The tables and columns of an Unleash 6 that a move reads, with a small instance.
CREATE TABLE migrations (id serial, name varchar, run_on timestamp);
INSERT INTO migrations (name) VALUES ('/20250110102717-some-change'), ('/20180101000000-first');
CREATE TABLE settings (name varchar PRIMARY KEY, content json);
INSERT INTO settings VALUES ('instanceInfo', '{"id": "11111111-aaaa-4bbb-8ccc-222222222222"}');
CREATE TABLE environments (name varchar PRIMARY KEY, created_at timestamptz DEFAULT now(), sort_order int, type text, enabled boolean, protected boolean);
INSERT INTO environments VALUES
  ('default', '2024-01-01', 1, 'production', false, true),
  ('development', '2024-01-01', 100, 'development', true, false),
  ('production', '2024-01-01', 200, 'production', true, false),
  ('staging', '2024-02-01', 150, 'preproduction', true, false);
CREATE TABLE projects (id varchar PRIMARY KEY, name varchar, description varchar, created_at timestamp, updated_at timestamptz, archived_at timestamptz, health int);
INSERT INTO projects VALUES
  ('default', 'Start', 'Everything begins here', '2024-01-01', '2024-01-02', NULL, 100),
  ('payments', 'Payments', NULL, '2024-03-01 08:00', '2024-03-02', NULL, 100),
  ('a b', 'Blank', NULL, '2024-03-01', '2024-03-02', NULL, 100);
CREATE TABLE project_settings (project varchar, default_stickiness varchar, project_mode varchar, feature_limit int, feature_naming_pattern text, feature_naming_example text, feature_naming_description text);
INSERT INTO project_settings VALUES ('payments', 'userId', 'private', 50, '^pay\..+$', 'pay.fast', 'Begins with pay');
CREATE TABLE project_environments (project_id varchar, environment_name varchar, default_strategy jsonb);
INSERT INTO project_environments VALUES ('default', 'development', NULL), ('default', 'production', NULL),
  ('payments', 'staging', '{"name": "flexibleRollout", "parameters": {"rollout": "10"}, "constraints": [], "segments": [5]}'),
  ('payments', 'production', NULL);
CREATE TABLE tag_types (name text PRIMARY KEY, description text, icon text, created_at timestamptz);
INSERT INTO tag_types VALUES ('simple', 'Simple', '#', now()), ('team', 'Who', 'T', now()), ('x', 'Too short', '', now());
CREATE TABLE tags (type text, value text, created_at timestamptz);
INSERT INTO tags VALUES ('team', 'red', now()), ('x', 'unusable', now());
CREATE TABLE context_fields (name varchar PRIMARY KEY, description text, sort_order int, legal_values json, created_at timestamp, updated_at timestamp, stickiness boolean);
INSERT INTO context_fields VALUES
  ('userId', 'The person', 1, NULL, '2024-01-01', NULL, true),
  ('region', 'Where', 10, '[{"value": "eu", "description": "Europe"}]', '2024-01-01', NULL, false);
CREATE TABLE strategies (name varchar PRIMARY KEY, description text, parameters json, built_in int, deprecated boolean, sort_order int, display_name text, title text, created_at timestamptz);
INSERT INTO strategies VALUES
  ('default', '', '[]', 1, false, 0, 'Standard', NULL, now()),
  ('flexibleRollout', '', '[]', 1, false, 1, 'Gradual rollout', NULL, now()),
  ('byShop', 'By shop', '[{"name": "shops", "type": "list", "description": "", "required": true}]', 0, false, 9999, NULL, NULL, '2024-04-01');
CREATE TABLE segments (id serial PRIMARY KEY, name text, description text, created_by text, created_at timestamptz, constraints jsonb, segment_project_id varchar);
INSERT INTO segments VALUES (5, 'Adults', 'Of age', 'anna', '2024-05-01', '[{"contextName": "region", "operator": "IN", "values": ["eu"], "inverted": false}]', NULL);
CREATE TABLE roles (id serial PRIMARY KEY, name text, description text, type text, created_at timestamptz);
INSERT INTO roles VALUES (1, 'Admin', '', 'root', now()), (2, 'Editor', '', 'root', now()), (3, 'Viewer', '', 'root', now()),
  (4, 'Owner', '', 'project', now()), (5, 'Member', '', 'project', now()), (9, 'Releaser', 'Releases', 'custom', '2024-06-01');
CREATE TABLE role_permission (role_id int, permission text, environment varchar, created_at timestamptz);
INSERT INTO role_permission (role_id, permission, environment) VALUES (9, 'UPDATE_FEATURE_ENVIRONMENT', 'staging'), (9, 'FLY', '');
CREATE TABLE users (id serial PRIMARY KEY, name varchar, username varchar, email varchar, password_hash varchar, created_at timestamp, seen_at timestamp, deleted_at timestamptz, is_service boolean DEFAULT false, is_system boolean DEFAULT false);
INSERT INTO users VALUES
  (1, NULL, 'admin', NULL, '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', '2024-01-01', NULL, NULL, false, false),
  (7, 'Anna', 'anna', 'Anna@Example.com', '$PASSWORD', '2024-01-05 10:00', '2024-07-01 12:00', NULL, false, false),
  (8, 'Gone', 'gone', NULL, NULL, '2024-01-05', NULL, '2024-02-01', false, false),
  (9, 'Robot', 'robot', NULL, NULL, '2024-01-05', NULL, NULL, true, false),
  (-42, 'Admin token', 'tokens', NULL, NULL, '2024-01-05', NULL, NULL, false, true);
CREATE TABLE role_user (role_id int, user_id int, project varchar, created_at timestamptz);
INSERT INTO role_user VALUES (1, 1, 'default', now()), (2, 7, 'default', now()), (4, 7, 'payments', '2024-03-05'), (9, 9, 'payments', now());
CREATE TABLE groups (id serial PRIMARY KEY, name text, description text, created_by text, created_at timestamptz, mappings_sso jsonb, root_role_id int);
INSERT INTO groups VALUES (3, 'Cashiers', 'At the till', 'admin', '2024-01-01', '["sso"]', NULL);
CREATE TABLE group_user (group_id int, user_id int, created_by text, created_at timestamptz);
INSERT INTO group_user VALUES (3, 7, 'admin', '2024-01-02');
CREATE TABLE group_role (group_id int, role_id int, created_by text, created_at timestamptz, project text);
INSERT INTO group_role VALUES (3, 5, 'admin', '2024-01-02', 'payments');
CREATE TABLE features (name varchar PRIMARY KEY, created_at timestamptz, description text, type varchar, stale boolean, project varchar, impression_data boolean, archived_at timestamptz, created_by_user_id int);
INSERT INTO features VALUES
  ('pay.fast', '2024-04-01T09:30:00Z', 'Pays fast', 'experiment', true, 'payments', true, NULL, 7),
  ('parent', '2024-04-01', NULL, 'release', false, 'default', false, NULL, 8),
  ('child', '2024-04-02', NULL, 'kill-switch', false, 'default', false, NULL, NULL),
  ('old', '2024-01-02', NULL, 'release', false, 'default', false, '2024-05-01', 1),
  ('has blank', '2024-01-02', NULL, 'release', false, 'default', false, NULL, 1),
  ('bad-constraint', '2024-01-02', NULL, 'release', false, 'default', false, NULL, 1);
CREATE TABLE feature_environments (environment varchar, feature_name varchar, enabled boolean, variants jsonb);
INSERT INTO feature_environments VALUES
  ('staging', 'pay.fast', true, '[{"name": "a", "weight": 1000, "weightType": "variable", "stickiness": "default", "overrides": [{"contextName": "userId", "values": ["7"]}]}]'),
  ('production', 'pay.fast', false, '[]'), ('development', 'parent', true, '[]'), ('production', 'parent', true, '[]'),
  ('development', 'child', true, '[]'), ('development', 'old', true, '[]'), ('development', 'bad-constraint', true, '[]');
CREATE TABLE feature_strategies (id text PRIMARY KEY, feature_name varchar, project_name varchar, environment varchar, strategy_name varchar, parameters jsonb, constraints jsonb, sort_order int, created_at timestamptz, title text, disabled boolean, variants jsonb);
INSERT INTO feature_strategies VALUES
  ('0e0a9d6e-0000-4000-8000-000000000001', 'pay.fast', 'payments', 'staging', 'flexibleRollout', '{"rollout": 35, "stickiness": "userId", "groupId": "pay.fast", "none": null}', '[{"contextName": "userId", "operator": "NUM_GT", "value": "5", "inverted": true}]', 1, '2024-04-01', 'Some', false, '[{"name": "red", "weight": 1000, "payload": {"type": "string", "value": "r"}}]'),
  ('0e0a9d6e-0000-4000-8000-000000000002', 'pay.fast', 'payments', 'staging', 'byShop', '{"shops": "a,b"}', '[]', 0, '2024-04-02', NULL, true, '[]'),
  ('no-uuid', 'parent', 'default', 'production', 'default', '{}', '[]', 0, '2024-04-02', NULL, false, '[]'),
  ('0e0a9d6e-0000-4000-8000-000000000004', 'bad-constraint', 'default', 'development', 'default', '{}', '[{"contextName": "userId", "operator": "GUESS", "values": []}]', 0, '2024-04-02', NULL, false, '[]');
CREATE TABLE feature_strategy_segment (feature_strategy_id text, segment_id int, created_at timestamptz);
INSERT INTO feature_strategy_segment VALUES ('0e0a9d6e-0000-4000-8000-000000000001', 5, now());
CREATE TABLE feature_tag (feature_name varchar, tag_type text, tag_value text, created_at timestamptz);
INSERT INTO feature_tag VALUES ('pay.fast', 'team', 'red', now()), ('parent', 'x', 'unusable', now());
CREATE TABLE feature_lifecycles (feature varchar, stage varchar, created_at timestamptz, status text, status_value text);
INSERT INTO feature_lifecycles VALUES ('pay.fast', 'initial', '2024-04-01', NULL, NULL), ('pay.fast', 'completed', '2024-06-01', 'kept', NULL);
CREATE TABLE last_seen_at_metrics (feature_name varchar, environment varchar, last_seen_at timestamptz);
INSERT INTO last_seen_at_metrics VALUES ('pay.fast', 'staging', '2024-07-01T10:20:30Z');
CREATE TABLE dependent_features (parent varchar, child varchar, enabled boolean, variants jsonb);
INSERT INTO dependent_features VALUES ('parent', 'child', true, '[]');
CREATE TABLE favorite_features (feature varchar, user_id int, created_at timestamptz);
INSERT INTO favorite_features VALUES ('pay.fast', 7, '2024-07-02');
CREATE TABLE favorite_projects (project varchar, user_id int, created_at timestamptz);
INSERT INTO favorite_projects VALUES ('payments', 7, '2024-07-02');
CREATE TABLE api_tokens (secret text PRIMARY KEY, username text, token_name text, type text, created_at timestamptz, expires_at timestamptz, seen_at timestamptz, environment varchar, alias text, created_by_user_id int);
INSERT INTO api_tokens VALUES
  ('*:staging.secret-of-all-projects', 'all', 'all', 'client', '2024-01-01', NULL, NULL, 'staging', NULL, 7),
  ('payments:staging.secret-of-payments', 'pay', 'pay', 'frontend', '2024-01-01', NULL, NULL, 'staging', NULL, NULL),
  ('*:*.secret-of-an-admin', 'root', 'root', 'admin', '2024-01-01', NULL, NULL, '*', NULL, 1),
  ('a b:staging.secret-of-a-lost-project', 'lost', 'lost', 'client', '2024-01-01', NULL, NULL, 'staging', NULL, NULL);
CREATE TABLE api_token_project (secret text, project text);
INSERT INTO api_token_project VALUES ('payments:staging.secret-of-payments', 'payments'), ('a b:staging.secret-of-a-lost-project', 'a b');
CREATE TABLE personal_access_tokens (secret text, description text, user_id int, expires_at timestamptz, seen_at timestamptz, created_at timestamptz, id serial);
INSERT INTO personal_access_tokens VALUES ('user:00112233445566778899', 'of Anna', 7, now() + interval '30 days', NULL, '2024-07-01');
CREATE TABLE events (id serial PRIMARY KEY, created_at timestamptz, type varchar, created_by varchar, data json, tags json, project text, environment text, feature_name text, pre_data jsonb, created_by_user_id int, ip text);
INSERT INTO events (created_at, type, created_by, data, tags, project, environment, feature_name, created_by_user_id) VALUES
  ('2024-04-01T09:30:00Z', 'feature-created', 'anna', '{"name": "pay.fast"}', '[]', 'payments', NULL, 'pay.fast', 7),
  ('2024-04-02T09:30:00Z', 'feature-environment-enabled', 'gone', '{"odd": "a\u0000b"}', '[]', 'payments', 'staging', 'pay.fast', 8);
CREATE TABLE client_applications (app_name varchar PRIMARY KEY, created_at timestamptz, updated_at timestamptz, seen_at timestamptz, strategies json, description varchar, icon varchar, url varchar, color varchar, created_by text);
INSERT INTO client_applications VALUES ('shop', '2024-01-01', '2024-01-01', '2024-07-01', '["default"]', 'The shop', NULL, NULL, NULL, 'admin');
CREATE TABLE client_applications_usage (app_name varchar, project varchar, environment varchar);
INSERT INTO client_applications_usage VALUES ('shop', 'payments', 'staging');
CREATE TABLE client_instances (app_name varchar, instance_id varchar, client_ip varchar, last_seen timestamptz, created_at timestamptz, sdk_version varchar, environment varchar);
INSERT INTO client_instances VALUES ('shop', 'shop-1', '10.0.0.1', '2024-07-01', '2024-07-01', 'unleash-client-node:6.1.0', 'staging');
CREATE TABLE client_metrics_env (feature_name varchar, app_name varchar, environment varchar, timestamp timestamptz, yes bigint, no bigint);
INSERT INTO client_metrics_env VALUES ('pay.fast', 'shop', 'staging', date_trunc('hour', now()), 7, 3);
CREATE TABLE client_metrics_env_variants (feature_name varchar, app_name varchar, environment varchar, timestamp timestamptz, variant text, count int);
INSERT INTO client_metrics_env_variants VALUES ('pay.fast', 'shop', 'staging', date_trunc('hour', now()), 'red', 7);
