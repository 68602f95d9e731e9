import { SECURITY_SETTING } from '../../core/auth/session/security-settings.js';
import { SETTINGS_LOCK } from '../../core/auth/setting.js';
import { type Statement, statement } from '../../platform/database/statement.js';
import {
  rowsOf,
  versionOf,
  featureVersion,
  placeVersion,
  strategyVersion,
} from '../../flags/feature/feature-version.sql.js';
import type { Kind } from '../../platform/http/versioned-operations.js';

/** The values of path parameters, in the order of KEYS; null for those the path lacks. */
export type Keys = [keys: readonly (string | null)[]];

const KEY_1 = '($1::text[])[1]';
const KEY_2 = '($1::text[])[2]';
const KEY_3 = '($1::text[])[3]';
const KEY_4 = '($1::text[])[4]';
/** A key as a number; null if it is not a number. */
const idIn = (key: string): string => `CASE WHEN ${key} ~ '^[0-9]{1,9}$' THEN ${key}::int END`;
export const ID = idIn(KEY_1);
const ID_2 = idIn(KEY_2);
export const UUID = `CASE WHEN ${KEY_1} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  THEN ${KEY_1}::uuid END`;

const FEATURE = `feature f
  WHERE (${KEY_1} IS NULL OR f.project = ${KEY_1}) AND f.name = ${KEY_2}
    AND f.archived_at IS NULL`;
const PLACE = `feature_environment fe JOIN feature f ON f.name = fe.feature_name
  WHERE f.project = ${KEY_1} AND fe.feature_name = ${KEY_2} AND fe.environment = ${KEY_3}
    AND f.archived_at IS NULL`;
const IN_PLACE = `part.feature_name = ${KEY_2} AND part.environment = ${KEY_3}`;

export const READ_FEATURE = statement<Keys, { version: string }>(
  'precondition.read-feature',
  `SELECT ${featureVersion('xmin')} AS version FROM ${FEATURE}`,
);
const LOCK_FEATURE = statement<Keys>(
  'precondition.lock-feature',
  `SELECT FROM ${FEATURE} FOR NO KEY UPDATE OF f /* locks features */`,
);
const LOCK_ENVIRONMENTS = statement<Keys>(
  'precondition.lock-environments',
  `SELECT FROM feature_environment fe WHERE fe.feature_name = ${KEY_2}
    ORDER BY fe.environment FOR UPDATE /* locks featureEnvironments */`,
);

export const READ_PLACE = statement<Keys, { version: string }>(
  'precondition.read-place',
  `SELECT ${placeVersion('xmin', IN_PLACE)} AS version FROM ${PLACE}`,
);
const SHARE_FEATURE = statement<Keys>(
  'precondition.share-feature',
  `SELECT FROM ${FEATURE} FOR SHARE OF f /* locks features */`,
);
const LOCK_PLACE = statement<Keys>(
  'precondition.lock-place',
  `SELECT FROM ${PLACE} FOR UPDATE OF fe /* locks featureEnvironments */`,
);

const READ_FEATURE_STRATEGY = statement<Keys, { version: string }>(
  'precondition.read-feature-strategy',
  `SELECT ${strategyVersion('xmin')} AS version
     FROM feature_strategy fs JOIN feature f ON f.name = fs.feature_name
    WHERE f.project = ${KEY_1} AND f.archived_at IS NULL AND fs.feature_name = ${KEY_2}
      AND fs.environment = ${KEY_3} AND fs.id::text = lower(${KEY_4})`,
);

/** How the version of a kind of objects is read and kept. */
interface Versioning {
  /** Reads the version; no row without the object. */
  readonly read: Statement<Readonly<Keys>, { version: string }>;
  /** Lock the object one after the other, so that its version stays. */
  readonly locks: readonly Statement<Readonly<Keys>>[];
}

const ADDON_ROW = `addon a WHERE a.id = ${ID}`;
const READ_ADDON = statement<Keys, { version: string }>(
  'precondition.read-addon',
  `SELECT ${versionOf('a.id', 'a.xmin')} AS version FROM ${ADDON_ROW}`,
);
const LOCK_ADDON = statement<Keys>(
  'precondition.lock-addon',
  `SELECT FROM ${ADDON_ROW} FOR NO KEY UPDATE /* locks addons */`,
);

const APPLICATION_ROW = `client_application a WHERE a.app_name = ${KEY_1}`;
/** Every report of usage writes the row as well, so its columns are compared. */
const APPLICATION_VERSION = versionOf(
  'a.app_name',
  'a.created_at',
  `concat_ws('|', to_jsonb(a.description), to_jsonb(a.url), to_jsonb(a.color), to_jsonb(a.icon),
    to_jsonb(a.strategies))`,
);
export const READ_APPLICATION = statement<Keys, { version: string }>(
  'precondition.read-application',
  `SELECT ${APPLICATION_VERSION} AS version FROM ${APPLICATION_ROW}`,
);
const LOCK_APPLICATION = statement<Keys>(
  'precondition.lock-application',
  `SELECT FROM ${APPLICATION_ROW} FOR NO KEY UPDATE /* locks applications */`,
);

const CHANGE_REQUEST_ROW = `change_request cr WHERE cr.project = ${KEY_1} AND cr.id = ${ID_2}`;
const ofRequest = (table: string, key: string): string =>
  rowsOf(table, key, 'part.change_request_id = cr.id');
const CHANGE_REQUEST_VERSION = versionOf(
  'cr.id',
  'cr.xmin',
  ofRequest('change_request_change', 'part.id'),
  ofRequest('change_request_review', 'part.user_id'),
  ofRequest('change_request_reviewer', 'part.user_id'),
  ofRequest('change_request_comment', 'part.id'),
);
const READ_CHANGE_REQUEST = statement<Keys, { version: string }>(
  'precondition.read-change-request',
  `SELECT ${CHANGE_REQUEST_VERSION} AS version FROM ${CHANGE_REQUEST_ROW}`,
);
const LOCK_CHANGE_REQUEST = statement<Keys>(
  'precondition.lock-change-request',
  `SELECT FROM ${CHANGE_REQUEST_ROW} FOR UPDATE /* locks changeRequests */`,
);

const CONTEXT_FIELD_ROW = `context_field c WHERE c.name = ${KEY_1}`;
const READ_CONTEXT_FIELD = statement<Keys, { version: string }>(
  'precondition.read-context-field',
  `SELECT ${versionOf('c.name', 'c.xmin')} AS version FROM ${CONTEXT_FIELD_ROW}`,
);
const LOCK_CONTEXT_FIELD = statement<Keys>(
  'precondition.lock-context-field',
  `SELECT FROM ${CONTEXT_FIELD_ROW} FOR NO KEY UPDATE /* locks contextFields */`,
);

const ENVIRONMENT_ROW = `environment e WHERE e.name = ${KEY_1}`;
export const READ_ENVIRONMENT = statement<Keys, { version: string }>(
  'precondition.read-environment',
  `SELECT ${versionOf('e.name', 'e.xmin')} AS version FROM ${ENVIRONMENT_ROW}`,
);
const LOCK_ENVIRONMENT = statement<Keys>(
  'precondition.lock-environment',
  `SELECT FROM ${ENVIRONMENT_ROW} FOR NO KEY UPDATE /* locks environments */`,
);

const GROUP_ROW = `user_group g WHERE g.id = ${ID}`;
const GROUP_VERSION = versionOf(
  'g.id',
  'g.xmin',
  rowsOf('group_member', 'part.user_id', 'part.group_id = g.id'),
);
export const READ_GROUP = statement<Keys, { version: string }>(
  'precondition.read-group',
  `SELECT ${GROUP_VERSION} AS version FROM ${GROUP_ROW}`,
);
const LOCK_GROUP = statement<Keys>(
  'precondition.lock-group',
  `SELECT FROM ${GROUP_ROW} FOR NO KEY UPDATE /* locks groups */`,
);

const INVITE_LINK_ROW = `invite_link i
  WHERE i.id::text = ${KEY_1} OR i.secret_hash = sha256(convert_to(${KEY_1}, 'UTF8'))`;
const READ_INVITE_LINK = statement<Keys, { version: string }>(
  'precondition.read-invite-link',
  `SELECT ${versionOf('i.id', 'i.xmin')} AS version FROM ${INVITE_LINK_ROW}`,
);
const LOCK_INVITE_LINK = statement<Keys>(
  'precondition.lock-invite-link',
  `SELECT FROM ${INVITE_LINK_ROW} FOR NO KEY UPDATE /* locks inviteLinks */`,
);

const PROJECT_ROW = `project p WHERE p.id = ${KEY_1} AND p.archived_at IS NULL`;
const PROJECT_VERSION = versionOf(
  'p.id',
  'p.xmin',
  rowsOf('project_environment', 'part.environment', 'part.project = p.id'),
);
export const READ_PROJECT = statement<Keys, { version: string }>(
  'precondition.read-project',
  `SELECT ${PROJECT_VERSION} AS version FROM ${PROJECT_ROW}`,
);
const LOCK_PROJECT = statement<Keys>(
  'precondition.lock-project',
  `SELECT FROM ${PROJECT_ROW} FOR NO KEY UPDATE /* locks projects */`,
);

const PROJECT_ACCESS_VERSION = versionOf(
  'p.id',
  rowsOf('project_user_role', `concat(part.user_id, ' ', part.role_id)`, 'part.project = p.id'),
  rowsOf('project_group_role', `concat(part.group_id, ' ', part.role_id)`, 'part.project = p.id'),
);
const READ_PROJECT_ACCESS = statement<Keys, { version: string }>(
  'precondition.read-project-access',
  `SELECT ${PROJECT_ACCESS_VERSION} AS version FROM ${PROJECT_ROW}`,
);
const LOCK_PROJECT_ACCESS = statement<Keys>(
  'precondition.lock-project-access',
  `SELECT FROM ${PROJECT_ROW} FOR UPDATE /* locks projects */`,
);

const TEMPLATE_ROW = `release_plan_template t WHERE t.id = ${UUID}`;
export const READ_TEMPLATE = statement<Keys, { version: string }>(
  'precondition.read-template',
  `SELECT ${versionOf('t.id', 't.xmin')} AS version FROM ${TEMPLATE_ROW}`,
);
const LOCK_TEMPLATE = statement<Keys>(
  'precondition.lock-template',
  `SELECT FROM ${TEMPLATE_ROW} FOR UPDATE /* locks releasePlanTemplates */`,
);

const ROLE_ROW = `role r WHERE r.id = ${ID}`;
const ROLE_VERSION = versionOf(
  'r.id',
  'r.xmin',
  rowsOf(
    'role_permission',
    `concat(part.permission, ' ', part.environment)`,
    'part.role_id = r.id',
  ),
);
export const READ_ROLE = statement<Keys, { version: string }>(
  'precondition.read-role',
  `SELECT ${ROLE_VERSION} AS version FROM ${ROLE_ROW}`,
);
export const LOCK_ROLE = statement<Keys>(
  'precondition.lock-role',
  `SELECT FROM ${ROLE_ROW} FOR NO KEY UPDATE /* locks roles */`,
);

const SCHEDULE_ROW = `schedule s JOIN feature f ON f.name = s.feature_name
  WHERE f.project = ${KEY_1} AND s.id = ${ID_2}`;
const READ_SCHEDULE = statement<Keys, { version: string }>(
  'precondition.read-schedule',
  `SELECT ${versionOf('s.id', 's.xmin')} AS version FROM ${SCHEDULE_ROW}`,
);
const LOCK_SCHEDULE = statement<Keys>(
  'precondition.lock-schedule',
  `SELECT FROM ${SCHEDULE_ROW} FOR UPDATE OF s /* locks schedules */`,
);

const SEGMENT_ROW = `segment s WHERE s.id = ${ID}`;
const READ_SEGMENT = statement<Keys, { version: string }>(
  'precondition.read-segment',
  `SELECT ${versionOf('s.id', 's.xmin')} AS version FROM ${SEGMENT_ROW}`,
);
const LOCK_SEGMENT = statement<Keys>(
  'precondition.lock-segment',
  `SELECT FROM ${SEGMENT_ROW} FOR NO KEY UPDATE /* locks segments */`,
);

const STRATEGY_ROW = `strategy_definition d WHERE d.name = ${KEY_1}`;
const READ_STRATEGY = statement<Keys, { version: string }>(
  'precondition.read-strategy',
  `SELECT ${versionOf('d.name', 'd.xmin')} AS version FROM ${STRATEGY_ROW}`,
);
const LOCK_STRATEGY = statement<Keys>(
  'precondition.lock-strategy',
  `SELECT FROM ${STRATEGY_ROW} FOR NO KEY UPDATE /* locks strategyDefinitions */`,
);

const TAG_ROW = `tag t WHERE t.type = ${KEY_1} AND t.value = ${KEY_2}`;
const READ_TAG = statement<Keys, { version: string }>(
  'precondition.read-tag',
  `SELECT ${versionOf('t.type', 't.value', 't.xmin')} AS version FROM ${TAG_ROW}`,
);
export const LOCK_TAG = statement<Keys>(
  'precondition.lock-tag',
  `SELECT FROM ${TAG_ROW} FOR NO KEY UPDATE /* locks tags */`,
);

const TAG_TYPE_ROW = `tag_type t WHERE t.name = ${KEY_1}`;
const READ_TAG_TYPE = statement<Keys, { version: string }>(
  'precondition.read-tag-type',
  `SELECT ${versionOf('t.name', 't.xmin')} AS version FROM ${TAG_TYPE_ROW}`,
);
const LOCK_TAG_TYPE = statement<Keys>(
  'precondition.lock-tag-type',
  `SELECT FROM ${TAG_TYPE_ROW} FOR NO KEY UPDATE /* locks tagTypes */`,
);

const USER_ROW = `app_user u WHERE u.id = ${ID} AND u.deleted_at IS NULL`;
/** Signing in and being seen write the row as well, so its columns are compared. */
const USER_VERSION = versionOf(
  'u.id',
  `concat(u.kind, '|', u.name, '|', u.username, '|', u.email, '|', u.root_role_id)`,
);
export const READ_USER = statement<Keys, { version: string }>(
  'precondition.read-user',
  `SELECT ${USER_VERSION} AS version FROM ${USER_ROW}`,
);
export const LOCK_USER = statement<Keys>(
  'precondition.lock-user',
  `SELECT FROM ${USER_ROW} FOR NO KEY UPDATE /* locks users */`,
);

/** The version of a setting, which exists even before it is set for the first time. */
const versionOfSetting = (name: string): string => /* sql */ `
  SELECT ${versionOf(`'${name}'`, 's.xmin')} AS version
    FROM (SELECT WHERE $1::text[] IS NOT NULL) AS always
    LEFT JOIN setting s ON s.name = '${name}'`;
const READ_MAINTENANCE = statement<Keys, { version: string }>(
  'precondition.read-maintenance',
  versionOfSetting('maintenance'),
);
const READ_OIDC = statement<Keys, { version: string }>(
  'precondition.read-oidc',
  versionOfSetting('auth.oidc'),
);
const READ_SAML = statement<Keys, { version: string }>(
  'precondition.read-saml',
  versionOfSetting('auth.saml'),
);
const READ_SCIM = statement<Keys, { version: string }>(
  'precondition.read-scim',
  versionOfSetting('auth.scim'),
);
const READ_SECURITY = statement<Keys, { version: string }>(
  'precondition.read-security',
  versionOfSetting(SECURITY_SETTING),
);
const READ_SIMPLE = statement<Keys, { version: string }>(
  'precondition.read-simple',
  versionOfSetting('auth.simple'),
);
const LOCK_SETTINGS = statement<Keys>(
  'precondition.lock-settings',
  `SELECT pg_advisory_xact_lock(${SETTINGS_LOCK}) /* locks setup */ WHERE $1::text[] IS NOT NULL`,
);

/** How the versions of objects are read and kept, by kind. */
export const VERSIONINGS: Readonly<Record<Kind, Versioning>> = {
  addon: { read: READ_ADDON, locks: [LOCK_ADDON] },
  application: { read: READ_APPLICATION, locks: [LOCK_APPLICATION] },
  'change-request': { read: READ_CHANGE_REQUEST, locks: [LOCK_CHANGE_REQUEST] },
  'context-field': { read: READ_CONTEXT_FIELD, locks: [LOCK_CONTEXT_FIELD] },
  environment: { read: READ_ENVIRONMENT, locks: [LOCK_ENVIRONMENT] },
  group: { read: READ_GROUP, locks: [LOCK_GROUP] },
  'invite-link': { read: READ_INVITE_LINK, locks: [LOCK_INVITE_LINK] },
  maintenance: { read: READ_MAINTENANCE, locks: [LOCK_SETTINGS] },
  'oidc-settings': { read: READ_OIDC, locks: [LOCK_SETTINGS] },
  project: { read: READ_PROJECT, locks: [LOCK_PROJECT] },
  'project-access': { read: READ_PROJECT_ACCESS, locks: [LOCK_PROJECT_ACCESS] },
  'release-plan-template': { read: READ_TEMPLATE, locks: [LOCK_TEMPLATE] },
  role: { read: READ_ROLE, locks: [LOCK_ROLE] },
  'saml-settings': { read: READ_SAML, locks: [LOCK_SETTINGS] },
  'scim-settings': { read: READ_SCIM, locks: [LOCK_SETTINGS] },
  'security-settings': { read: READ_SECURITY, locks: [LOCK_SETTINGS] },
  schedule: { read: READ_SCHEDULE, locks: [LOCK_SCHEDULE] },
  segment: { read: READ_SEGMENT, locks: [LOCK_SEGMENT] },
  'simple-settings': { read: READ_SIMPLE, locks: [LOCK_SETTINGS] },
  strategy: { read: READ_STRATEGY, locks: [LOCK_STRATEGY] },
  tag: { read: READ_TAG, locks: [LOCK_TAG] },
  'tag-type': { read: READ_TAG_TYPE, locks: [LOCK_TAG_TYPE] },
  user: { read: READ_USER, locks: [LOCK_USER] },
  feature: { read: READ_FEATURE, locks: [LOCK_FEATURE, LOCK_ENVIRONMENTS] },
  'feature-environment': { read: READ_PLACE, locks: [SHARE_FEATURE, LOCK_PLACE] },
  'feature-strategy': { read: READ_FEATURE_STRATEGY, locks: [SHARE_FEATURE, LOCK_PLACE] },
};
