/**
 * Users, groups, tokens, applications.
 * @param {import('../sizes.mjs').Size} size
 * @returns {import('./sql.mjs').Step[]}
 */
export function people({ users, segments, applications, tokens }) {
  return [
    {
      table: 'app_user',
      sql: `
      INSERT INTO app_user (name, username, email, root_role_id, created_at, seen_at, deleted_at)
      SELECT 'Person ' || n, 'person-' || n, 'person-' || n || '@example.com', 1 + n % 3, now() - interval '200 days',
             CASE WHEN n % 10 > 0 THEN now() - random() * interval '180 days' END, CASE WHEN n % 50 = 3 THEN now() - random() * interval '60 days' END
        FROM generate_series(1, ${users}) n ORDER BY n`,
    },
    {
      table: 'user_group',
      sql: `INSERT INTO user_group (name, description) SELECT 'Group ' || n, 'Team number ' || n FROM generate_series(1, ${segments}) n`,
    },
    {
      table: 'api_token',
      sql: `
      INSERT INTO api_token (id, secret_hash, name, type, environment, all_projects, created_by_user_id)
      SELECT md5('token ' || n)::uuid, sha256(convert_to('token ' || n, 'UTF8')), 'token-' || n, type, CASE WHEN type <> 'admin' THEN 'development' END, true, 1
        FROM (SELECT n, ('{admin,client,client,frontend}'::text[])[1 + n % 4] AS type FROM generate_series(1, ${tokens}) n) t`,
    },
    {
      table: 'client_application',
      sql: `
      INSERT INTO client_application (app_name, created_at, seen_at)
      SELECT 'application-' || n, now() - interval '200 days', now() - random() * interval '90 days' FROM generate_series(1, ${applications}) n`,
    },
  ];
}
