/** A user `u` as the API shows it. Names and addresses that are not set are left out; what has simply not happened yet is null. */
export const USER_JSON = /* sql */ `(
  jsonb_build_object('id', u.id, 'isAPI', u.kind = 'system', 'imageUrl', u.image_url, 'seenAt', iso8601(u.seen_at),
    'loginAttempts', u.login_attempts, 'createdAt', iso8601(u.created_at), 'scimId', NULL)
  || jsonb_strip_nulls(jsonb_build_object('name', u.name, 'username', u.username, 'email', u.email,
    'accountType', CASE u.kind WHEN 'user' THEN 'User' WHEN 'service-account' THEN 'Service Account' END)))`;
