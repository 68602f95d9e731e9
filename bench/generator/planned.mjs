import { featureName, projectOf } from './sql.mjs';

/**
 * JSON of a list.
 * @param {number} count
 * @param {string} item JSON of one, numbered `i` from 0.
 */
const listOf = (count, item) =>
  `(SELECT jsonb_agg(${item} ORDER BY i) FROM generate_series(0, ${count - 1}) i)`;

/**
 * JSON of milestones with a rollout each.
 * @param {string} owner Id of the plan or template.
 */
const milestonesOf = (owner, count = 5) =>
  listOf(
    count,
    `jsonb_build_object('id', md5('milestone ' || i || ${owner})::uuid, 'name', 'Milestone ' || i, 'sortOrder', i,
      'releasePlanDefinitionId', ${owner}, 'startedAt', null, 'pausedAt', null, 'progressionExecutedAt', null,
      'transitionCondition', jsonb_build_object('intervalMinutes', 1440),
      'strategies', jsonb_build_array(jsonb_build_object('id', md5('step ' || i || ${owner})::uuid,
        'milestoneId', md5('milestone ' || i || ${owner})::uuid, 'strategyName', 'flexibleRollout', 'title', null,
        'disabled', false, 'sortOrder', 0, 'segments', '[]'::jsonb, 'constraints', '[]'::jsonb, 'variants', '[]'::jsonb,
        'parameters', jsonb_build_object('rollout', (20 * i)::text, 'stickiness', 'default', 'groupId', 'g'))))`,
  );

/** @param {import('../sizes.mjs').Size} size @returns {import('./sql.mjs').Step[]} */
const changeRequests = ({ changeRequests, features, projects, users }) => [
  {
    // A person can have only one draft in a project.
    table: 'change_request',
    sql: `
    INSERT INTO change_request (project, environment, title, state, min_approvals, created_by_user_id, created_at,
                                state_times, scheduled_at, schedule_status, scheduled_by_user_id)
    SELECT ${projectOf('n', projects)}, 'production', 'Change number ' || n, state, 1 + n % 3, author, now() - age,
           CASE state WHEN 'Draft' THEN '{}' ELSE jsonb_build_object('In review', now() - age) END
             || jsonb_build_object(state, now() - age / 2),
           CASE state WHEN 'Scheduled' THEN now() + interval '60 days' + age END,
           CASE state WHEN 'Scheduled' THEN 'pending' END, CASE state WHEN 'Scheduled' THEN author END
      FROM (SELECT n, ('{Draft,In review,Approved,Scheduled,Rejected,Cancelled}'::text[])[CASE WHEN k < 6 THEN 1 + k END] AS open_state,
                   1 + (n + n / ${users}) % ${users} AS author, random() * interval '100 days' AS age
              FROM generate_series(1, ${changeRequests}) n, LATERAL (SELECT n / ${projects} % 10 AS k) kind) drawn,
           LATERAL (SELECT COALESCE(open_state, 'Applied') AS state) s ORDER BY n`,
  },
  {
    table: 'change_request_change',
    sql: `
    INSERT INTO change_request_change (change_request_id, feature_name, action, payload, version)
    SELECT n, ${featureName(`1 + (n - 1) % ${features}`)}, ('{updateEnabled,addStrategy,patchVariant}'::text[])[k],
           ('{"{\\"enabled\\": true}","{\\"name\\": \\"default\\"}","{\\"variants\\": []}"}'::text[])[k]::jsonb, md5(n || ' ' || k)
      FROM generate_series(1, ${changeRequests}) n, generate_series(1, 3) k ORDER BY n, k`,
  },
  {
    table: 'change_request_comment',
    sql: `
    INSERT INTO change_request_comment (change_request_id, user_id, text)
    SELECT n, 1 + (n + k) % ${users}, 'Comment ' || k || ' on what is to change' FROM generate_series(1, ${changeRequests}) n, generate_series(1, n % 4) k`,
  },
  {
    table: 'change_request_review',
    sql: `
    INSERT INTO change_request_review (change_request_id, user_id, is_approval)
    SELECT n, 1 + (n + 5) % ${users}, n / ${projects} % 10 <> 4 FROM generate_series(1, ${changeRequests}) n WHERE n / ${projects} % 10 NOT IN (0, 1)`,
  },
  {
    table: 'change_request_reviewer',
    sql: `
    INSERT INTO change_request_reviewer (change_request_id, user_id)
    SELECT n, 1 + (n * 7 + k) % ${users} FROM generate_series(1, ${changeRequests}, 2) n, generate_series(1, 2) k`,
  },
];

/** @param {import('../sizes.mjs').Size} size @returns {import('./sql.mjs').Step[]} */
const schedules = ({ schedules, features, projects, users }) => [
  {
    // One in five can still act, a tenth of these recurs, and none is due soon.
    table: 'schedule',
    sql: `
    INSERT INTO schedule (feature_name, environment, action, payload, starts_at, rule, time_zone, duration_minutes, when_late,
                          state, next_at, executed_at, created_by_user_id, created_at, changed_at)
    SELECT ${featureName(`1 + n % ${features}`)}, 'production', CASE n % 3 WHEN 0 THEN 'on' ELSE 'off' END, '{}', at,
           CASE WHEN k % 50 = 0 THEN 'FREQ=DAILY' END, 'UTC', CASE WHEN k % 50 = 0 THEN 60 END, 'run',
           CASE k % 5 WHEN 0 THEN 'pending' WHEN 1 THEN 'cancelled' ELSE 'executed' END,
           at, CASE WHEN k % 5 > 1 THEN at END, 1 + n % ${users}, now() - interval '80 days', LEAST(at, now())
      FROM (SELECT n, k, CASE k % 5 WHEN 0 THEN now() + interval '60 days' ELSE now() - interval '80 days' END
                           + random() * interval '80 days' AS at
              FROM generate_series(1, ${schedules}) n, LATERAL (SELECT n / ${projects} AS k) kind) drawn`,
  },
];

/** @param {import('../sizes.mjs').Size} size @returns {import('./sql.mjs').Step[]} */
const releasePlans = ({ templates, features, users }) => [
  {
    table: 'release_plan_template',
    sql: `
    INSERT INTO release_plan_template (id, name, description, created_by_user_id, milestones)
    SELECT id, 'Rollout ' || n, 'How kind ' || n || ' is rolled out', 1 + n % ${users}, ${milestonesOf('id', 10)}
      FROM (SELECT n, md5('template ' || n)::uuid AS id FROM generate_series(1, ${templates}) n) t`,
  },
  {
    table: 'release_plan',
    sql: `
    INSERT INTO release_plan (id, feature_name, environment, template_id, name, created_by_user_id, milestones)
    SELECT id, ${featureName('n')}, 'production', md5('template ' || 1 + n % ${templates})::uuid, 'Rollout ' || 1 + n % ${templates},
           1 + n % ${users}, ${milestonesOf('id')}
      FROM (SELECT n, md5('plan ' || n)::uuid AS id FROM generate_series(1, ${features}, 2) n) p`,
  },
];

/** @param {import('../sizes.mjs').Size} size @returns {import('./sql.mjs').Step[]} */
const ofProjects = ({ projects }) => [
  {
    table: 'project',
    sql: `UPDATE project SET link_templates = ${listOf(10, `jsonb_build_object('title', 'Page ' || i, 'urlTemplate', 'https://example.com/' || i || '/{{feature}}')`)}`,
  },
  {
    table: 'context_field',
    sql: `
    INSERT INTO context_field (name, description, project)
    SELECT 'field-' || p || '-' || n, 'Field number ' || n, ${projectOf('p', projects)}
      FROM generate_series(1, ${projects}) p, generate_series(1, 20) n`,
  },
];

/** @param {import('../sizes.mjs').Size} size @returns {import('./sql.mjs').Step[]} */
const ofInstance = ({ edges }) => [
  {
    table: 'banner',
    sql: `
    INSERT INTO banner (enabled, content)
    SELECT n % 2 = 0, jsonb_build_object('message', 'Message number ' || n, 'variant', 'info', 'sticky', false)
      FROM generate_series(1, 10) n`,
  },
  {
    table: 'edge_instance',
    sql: `
    INSERT INTO edge_instance (environment, identifier, app_name, edge_version, started_at, reported_at, figures)
    SELECT 'production', 'edge-' || n, 'edge', '20.0.0', now() - interval '2 days', now() - random() * interval '2 days',
           jsonb_build_object('cpuUsage', 0.1, 'memoryUsage', 100000000, 'connectedStreamingClients', n, 'requests',
             jsonb_build_object('get', n, 'post', n, 'accessDenied', 0, 'cached', n))
      FROM generate_series(1, ${edges}) n`,
  },
];

/**
 * Change requests, schedules and release plans; link templates and context fields of projects;
 * banners and edges.
 * @param {import('../sizes.mjs').Size} size
 * @returns {import('./sql.mjs').Step[]}
 */
export const planned = (size) =>
  [changeRequests, schedules, releasePlans, ofProjects, ofInstance].flatMap((part) => part(size));
