/**
 * The folder of src that writes each table. Tables that are missing here are only written by
 * migrations, functions and triggers.
 */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  'api-token': ['api_token', 'api_token_project', 'token_use'],
  'audit-log': [
    'audit_witness',
    'denied_request',
    'event_seal',
    'event_seal_cursor',
    'event_seal_node',
  ],
  auth: ['attempt', 'project_group_role', 'project_user_role', 'setting'],
  'change-request': [
    'change_request',
    'change_request_change',
    'change_request_comment',
    'change_request_review',
    'change_request_reviewer',
  ],
  'as-code': ['managed_thing'],
  banner: ['banner'],
  'code-reference': ['code_reference', 'code_repository'],
  'context-field': ['context_field'],
  database: ['oldest_version'],
  drill: ['drill', 'drill_month', 'drill_report', 'drill_result'],
  environment: ['environment'],
  event: ['event', 'event_tally_horizon', 'feature_collaborator', 'removed_part'],
  favorite: ['favorite_feature', 'favorite_project'],
  feature: [
    'default_strategy_segment',
    'feature',
    'feature_context_field',
    'feature_dependency',
    'feature_environment',
    'feature_lifecycle',
    'feature_payload_schema',
    'feature_strategy',
    'feature_strategy_segment',
  ],
  'feature-count': ['feature_count', 'feature_segment', 'unknown_feature'],
  'feature-type': ['feature_type'],
  idempotency: ['idempotency_record'],
  integration: ['addon', 'addon_cursor', 'addon_delivery'],
  metrics: [
    'client_application',
    'client_application_feature',
    'client_application_forgotten',
    'client_application_usage',
    'client_instance',
    'client_metric',
    'client_metric_variant',
    'edge_instance',
    'feature_environment_usage',
  ],
  // A trigger writes deleted_project otherwise.
  admin: ['deleted_project', 'move_in', 'move_in_row'],
  operations: ['client_metric_day_tally'],
  people: [
    'app_user',
    'feature_columns',
    'feature_view',
    'directory_group',
    'directory_member',
    'directory_user',
    'federated_credential',
    'group_member',
    'invite_link',
    'invited_user',
    'notification_setting',
    'password_reset',
    'personal_token',
    'sign_in_name',
    'user_group',
  ],
  safeguard: ['feature_safeguard'],
  signal: ['signal', 'signal_tag', 'signal_target'],
  project: ['project', 'project_environment'],
  'release-plan': ['release_plan', 'release_plan_sample', 'release_plan_template'],
  roles: ['role', 'role_permission'],
  'sdk-api': ['late_serving', 'sdk_connection', 'sdk_instance'],
  'emergency-link': ['emergency_link'],
  schedule: ['schedule'],
  segment: ['segment'],
  signing: ['signing_key'],
  'sign-in': [
    'login_failure',
    'passkey',
    'passkey_challenge',
    'pending_sign_in',
    'recovery_code',
    'saml_assertion',
    'session',
    'sso_session',
    'totp_factor',
    'user_identity',
  ],
  'strategy-definition': ['strategy_definition'],
  tag: ['feature_tag', 'tag', 'tag_type'],
  undo: ['event_undo'],
};

const MOVED = 'A move writes rows as they were elsewhere, with their times and ids (ADR 42).';

/** The files that write tables of other folders, with the tables and the reason. */
export const OTHER_WRITERS: Readonly<Record<string, { tables: string[]; because: string }>> = {
  'core/auth/session/session-lookup.sql.ts': {
    tables: ['session'],
    because: 'Every request notes that its session is in use, and auth cannot import sign-in.',
  },
  'flags/environment/environment.sql.ts': {
    tables: ['feature_environment_usage'],
    because:
      'What was reported for an environment goes with it, and metrics come after environments.',
  },
  '../admin/move-in/target/configuration.sql.ts': {
    tables: [
      'context_field',
      'default_strategy_segment',
      'environment',
      'project',
      'project_environment',
      'segment',
      'strategy_definition',
      'tag',
      'tag_type',
    ],
    because: MOVED,
  },
  '../admin/move-in/target/features.sql.ts': {
    tables: [
      'favorite_feature',
      'favorite_project',
      'feature',
      'feature_dependency',
      'feature_environment',
      'feature_environment_usage',
      'feature_lifecycle',
      'feature_strategy',
      'feature_strategy_segment',
      'feature_tag',
    ],
    because: MOVED,
  },
  '../admin/move-in/target/move-in.sql.ts': {
    tables: ['event_seal_cursor', 'history_start'],
    because: MOVED,
  },
  '../admin/move-in/target/people.sql.ts': {
    tables: [
      'api_token',
      'api_token_project',
      'app_user',
      'group_member',
      'personal_token',
      'project_group_role',
      'project_user_role',
      'role',
      'role_permission',
      'user_group',
    ],
    because: MOVED,
  },
  '../admin/move-in/target/usage.sql.ts': {
    tables: [
      'client_application',
      'client_application_usage',
      'client_instance',
      'client_metric',
      'client_metric_variant',
      'event',
    ],
    because: MOVED,
  },
  'instance/operations/counts/counts.sql.ts': {
    tables: ['event_tally_horizon'],
    because: 'It notes beside the tally of events when all counts were verified.',
  },
  'access/people/user/user-writer.sql.ts': {
    tables: ['passkey', 'pending_sign_in', 'recovery_code', 'session', 'totp_factor'],
    because: 'A user who is deleted or gets a password loses them. People cannot import sign-in.',
  },
};

/** The files that insert the name of a table into SQL, with the possible tables. */
export const NAMED_AT_RUN_TIME: Readonly<Record<string, string[]>> = {
  'access/sign-in/session/sessions.sql.ts': ['pending_sign_in', 'sso_session'],
};
