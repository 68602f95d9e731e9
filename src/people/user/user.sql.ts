import { ADMIN_ROLE } from '../../auth/permissions/role-permissions.js';

/** What kind of account a `u` is; null for what stands for the service itself. */
const ACCOUNT_TYPE =
  "CASE u.kind WHEN 'user' THEN 'User' WHEN 'service-account' THEN 'Service Account' END";

/**
 * A user `u` as the API shows it. Names and addresses that are not set are left out; what has
 * simply not happened yet is null.
 */
export const USER_JSON = /* sql */ `(
  jsonb_build_object('id', u.id, 'isAPI', u.kind = 'system', 'imageUrl', u.image_url, 'seenAt', iso8601(u.seen_at),
    'loginAttempts', u.login_attempts, 'createdAt', iso8601(u.created_at), 'scimId', NULL)
  || jsonb_strip_nulls(jsonb_build_object('name', u.name, 'username', u.username, 'email', u.email,
    'accountType', ${ACCOUNT_TYPE})))`;

/** A user `u` as far as everybody may know: how else to recognise a colleague. */
export const BRIEF_USER_JSON = /* sql */ `
  jsonb_strip_nulls(jsonb_build_object('id', u.id, 'name', u.name, 'username', u.username, 'email', u.email, 'imageUrl', u.image_url, 'accountType', ${ACCOUNT_TYPE}))`;

/** A user `u` with the root role, where there is one. */
export const USER_AND_ROLE_JSON = /* sql */ `(${USER_JSON} || jsonb_strip_nulls(jsonb_build_object('rootRole', u.root_role_id)))`;

/** What events tell about a user `u`. */
export const USER_EVENT_JSON = /* sql */ `jsonb_strip_nulls(
  jsonb_build_object('id', u.id, 'name', u.name, 'username', u.username, 'email', u.email, 'rootRole', u.root_role_id))`;

/**
 * Lets only people pass who are there: neither the service itself, nor service accounts, nor who
 * was deleted.
 */
export const IS_PERSON = "u.kind = 'user' AND u.deleted_at IS NULL";

/**
 * Lets all pass who can be given access to something: people and service accounts who are there.
 */
export const IS_ACCOUNT = "u.kind <> 'system' AND u.deleted_at IS NULL";

/** The ids of the root roles of a user `u`: the user's own, and those of the user's groups. */
export const ROOT_ROLE_IDS = /* sql */ `(
  SELECT u.root_role_id WHERE u.root_role_id IS NOT NULL
  UNION SELECT g.root_role_id FROM group_member m JOIN user_group g ON g.id = m.group_id WHERE m.user_id = u.id AND g.root_role_id IS NOT NULL)`;

/** Whether a role, by the expression of its id, is Admin or another one that allows everything. */
export const allowsEverything = (role: string): string =>
  `(${role} = ${ADMIN_ROLE} OR EXISTS (SELECT FROM role_permission rp WHERE rp.role_id = ${role} AND rp.permission = 'ADMIN'))`;

/** Lets only those of the users `u` pass who may do everything. */
export const IS_ADMINISTRATOR = `EXISTS (SELECT FROM ${ROOT_ROLE_IDS} held(role) WHERE ${allowsEverything('held.role')})`;

/**
 * Lets only those of the users `u` pass who may do everything, or change how people sign in, by
 * which they could become anybody. Their root roles count, and those of their groups.
 */
export const IS_POWERFUL = /* sql */ `EXISTS (
  SELECT FROM ${ROOT_ROLE_IDS} held(role)
   WHERE held.role = ${ADMIN_ROLE}
      OR EXISTS (SELECT FROM role_permission rp WHERE rp.role_id = held.role AND rp.permission IN ('ADMIN', 'UPDATE_AUTH_CONFIGURATION')))`;

/**
 * Who can be sent away: not seen for half a year, or in all the half year since they were created.
 */
export const IS_INACTIVE = "COALESCE(u.seen_at, u.created_at) < now() - interval '4320 hours'";
