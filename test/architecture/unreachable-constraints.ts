/** Why no caller can violate a constraint. */
export interface Unreachable {
  because:
    | 'target is never deleted'
    | 'target is locked'
    | 'target is of the same transaction'
    | 'inserts allow for it'
    | 'key is generated'
    | 'rows are distinct'
    | 'row is of a migration';
  /** Where the code ensures it. */
  detail: string;
}

const neverDeleted = (detail: string): Unreachable => ({
  because: 'target is never deleted',
  detail,
});
const locked = (detail: string): Unreachable => ({ because: 'target is locked', detail });
const sameTransaction = (detail: string): Unreachable => ({
  because: 'target is of the same transaction',
  detail,
});
const allowedFor = (detail: string): Unreachable => ({ because: 'inserts allow for it', detail });
const generated = (detail: string): Unreachable => ({ because: 'key is generated', detail });
const distinct = (detail: string): Unreachable => ({ because: 'rows are distinct', detail });
const migrated = (detail: string): Unreachable => ({ because: 'row is of a migration', detail });

const USERS_STAY = neverDeleted(
  'A user who is deleted keeps the row, with deleted_at set; system users have one.',
);
const REQUEST_LOCKED = locked('LOCK and FIND_DRAFT lock the change request, or it is inserted.');
const PLACE_LOCKED = locked(
  'lockFeatureEnvironment locks the feature, and its row in the environment, before a plan is added.',
);
const OWNED = locked('A plan has locked, created or changed the thing that comes to belong to it.');
const INSIGHTS_LOCK = locked(
  'NOTE_STATE and NOTE_USAGE lock the projects that they insert rows of.',
);
const IDENTITY = generated('PostgreSQL generates the id, and no request names one.');
const RANDOM_ID = generated('The id is a random UUID.');
const RANDOM_SECRET = generated('It is the hash of a random secret of 128 bits or more.');
const SUMS_UP = allowedFor('A row that exists already is added to.');
const KEEPS = allowedFor('A row that exists already stays.');
const REPLACES = allowedFor('A row that exists already is replaced.');

/** The foreign keys and unique constraints that are not translated, each with its reason. */
export const UNREACHABLE: Readonly<Record<string, Unreachable>> = {
  managed_thing_pkey: IDENTITY,
  managed_thing_context_field_fkey: OWNED,
  managed_thing_environment_fkey: OWNED,
  managed_thing_feature_fkey: OWNED,
  managed_thing_project_fkey: OWNED,
  managed_thing_role_fkey: OWNED,
  managed_thing_segment_fkey: OWNED,
  managed_thing_tag_fkey: OWNED,
  managed_thing_tag_type_fkey: OWNED,

  // foreign keys to users
  api_token_created_by_fkey: USERS_STAY,
  change_request_comment_user_fkey: USERS_STAY,
  change_request_created_by_fkey: USERS_STAY,
  change_request_review_user_fkey: USERS_STAY,
  change_request_reviewer_user_fkey: USERS_STAY,
  change_request_scheduled_by_fkey: USERS_STAY,
  favorite_feature_user_fkey: USERS_STAY,
  feature_columns_pkey: REPLACES,
  feature_columns_user_fkey: USERS_STAY,
  feature_view_pkey: IDENTITY,
  feature_view_user_fkey: USERS_STAY,
  code_repository_pkey: IDENTITY,
  code_repository_name_key: REPLACES,
  code_repository_project_fkey: locked('CodeReferenceService locks the project.'),
  code_reference_pkey: KEEPS,
  code_reference_repository_fkey: sameTransaction(
    'The repository is added, or its row is updated, before.',
  ),
  usage_loss_pkey: SUMS_UP,
  feature_payload_schema_pkey: REPLACES,
  feature_payload_schema_feature_fkey: locked('The callers have locked the feature.'),
  notification_setting_pkey: REPLACES,
  notification_setting_user_fkey: USERS_STAY,
  template_pkey: IDENTITY,
  template_created_by_fkey: USERS_STAY,
  policy_pkey: REPLACES,
  policy_project_fkey: locked('PolicyService locks the project.'),
  access_request_pkey: IDENTITY,
  access_request_user_fkey: USERS_STAY,
  access_request_decided_by_fkey: USERS_STAY,
  access_request_project_fkey: locked('AccessRequestService.ask locks the project.'),
  access_request_role_fkey: locked('AccessRequestService.ask locks the role.'),
  federated_credential_user_fkey: USERS_STAY,
  federated_credential_pkey: IDENTITY,
  audit_witness_pkey: IDENTITY,
  event_seal_node_pkey: KEEPS,
  personal_token_federated_credential_fkey: locked(
    'addExchangedToken locks the account, as whoever deletes the credential does, and reads it again.',
  ),
  favorite_project_user_fkey: USERS_STAY,
  feature_collaborator_user_fkey: USERS_STAY,
  feature_created_by_fkey: USERS_STAY,
  release_plan_created_by_fkey: USERS_STAY,
  release_plan_template_created_by_fkey: USERS_STAY,
  release_plan_feature_fkey: PLACE_LOCKED,
  release_plan_environment_fkey: PLACE_LOCKED,
  oldest_version_pkey: REPLACES,
  release_plan_pkey: RANDOM_ID,
  release_plan_sample_pkey: SUMS_UP,
  feature_safeguard_pkey: REPLACES,
  signal_pkey: IDENTITY,
  signal_name_key: KEEPS,
  signal_secret_key: RANDOM_SECRET,
  signal_created_by_fkey: USERS_STAY,
  signal_project_fkey: locked('SignalService.create locks the project.'),
  signal_target_signal_fkey: sameTransaction('SignalService.create adds both.'),
  signal_target_feature_fkey: locked('SignalService.create locks the features.'),
  signal_target_environment_fkey: locked(
    'SignalService.create locks the environments of the project.',
  ),
  signal_tag_signal_fkey: sameTransaction('SignalService.create adds both.'),
  signal_tag_environment_fkey: locked('SignalService.create locks the environments.'),
  signal_tag_pkey: distinct('ADD_TAGS selects distinct rows.'),
  signal_target_pkey: distinct('ADD_TARGETS selects distinct rows.'),
  feature_safeguard_feature_fkey: PLACE_LOCKED,
  feature_safeguard_environment_fkey: PLACE_LOCKED,
  release_plan_template_pkey: RANDOM_ID,
  directory_group_group_fkey: locked('DirectoryGroups locks a group, or has just added it.'),
  directory_group_pkey: distinct('DirectoryGroups looks again once it has locked the group.'),
  directory_member_group_fkey: locked('DirectoryGroups locks the group.'),
  directory_member_pkey: KEEPS,
  directory_member_user_fkey: locked('DirectoryGroups locks the users, which deleting locks too.'),
  directory_user_former_role_fkey: locked('The user still has the role when it is noted.'),
  directory_user_pkey: distinct('DirectoryUsers looks again once it has locked the user.'),
  directory_user_user_fkey: USERS_STAY,
  group_member_user_fkey: USERS_STAY,
  invited_user_user_fkey: USERS_STAY,
  passkey_challenge_user_fkey: USERS_STAY,
  passkey_user_fkey: USERS_STAY,
  password_reset_user_fkey: USERS_STAY,
  pending_sign_in_user_fkey: USERS_STAY,
  personal_token_user_fkey: USERS_STAY,
  project_user_role_user_fkey: USERS_STAY,
  recovery_code_user_fkey: USERS_STAY,
  emergency_link_created_by_fkey: USERS_STAY,
  emergency_link_feature_fkey: locked('EmergencyLinkService locks the feature.'),
  emergency_link_project_fkey: locked('EmergencyLinkService locks the project.'),
  emergency_link_environment_fkey: locked('EmergencyLinkService locks it in the project.'),
  emergency_link_pkey: IDENTITY,
  emergency_link_secret_key: RANDOM_SECRET,
  schedule_created_by_fkey: USERS_STAY,
  schedule_feature_fkey: locked('ScheduleService locks the feature.'),
  schedule_pkey: IDENTITY,
  session_user_fkey: USERS_STAY,
  sign_in_name_user_fkey: USERS_STAY,
  totp_factor_user_fkey: USERS_STAY,
  user_identity_user_fkey: USERS_STAY,

  // other foreign keys
  feature_first_on_feature_fkey: locked('tally_events_of_projects locks the features.'),
  project_usage_project_fkey: locked(
    'Whoever notes usage locks its features, and a project with features is not deleted.',
  ),
  addon_cursor_addon_fkey: sameTransaction('The cursor is inserted with its addon.'),
  addon_delivery_addon_fkey: locked(
    'A delivery is inserted by the statement that moves the cursor, which deleting the addon locks.',
  ),
  api_token_project_token_fkey: sameTransaction('Projects are inserted with their token.'),
  change_request_change_request_fkey: REQUEST_LOCKED,
  change_request_comment_request_fkey: REQUEST_LOCKED,
  change_request_review_request_fkey: REQUEST_LOCKED,
  change_request_reviewer_request_fkey: REQUEST_LOCKED,
  client_application_usage_application_fkey: sameTransaction(
    'UsageWriter upserts, and so locks, each application before its places.',
  ),
  client_instance_application_fkey: sameTransaction(
    'UsageWriter upserts, and so locks, each application before its instances.',
  ),
  default_strategy_segment_project_environment_fkey: locked(
    'DefaultStrategyService locks the row; cloning an environment inserts it.',
  ),
  favorite_feature_feature_fkey: locked('FavoriteService locks the feature FOR KEY SHARE.'),
  favorite_project_project_fkey: locked('FavoriteService locks the project FOR KEY SHARE.'),
  feature_collaborator_feature_fkey: locked(
    'Whoever records an event of a feature holds it. A switch holds its feature environment, for ' +
      'which a deletion of the feature waits.',
  ),
  feature_dependency_child_fkey: locked('Child and parent are locked, or the child is inserted.'),
  feature_environment_feature_fkey: locked(
    'Features are inserted before, or kept from deletion by keepFeatures.',
  ),
  feature_environment_usage_feature_fkey: locked('NOTE_USE locks the features FOR KEY SHARE.'),
  feature_lifecycle_feature_fkey: locked(
    'Features are inserted before, or locked by the statement or transaction that notes the stage.',
  ),
  feature_strategy_feature_environment_fkey: locked(
    'lockFeatureEnvironments locks the row; clones of features and environments insert it.',
  ),
  feature_strategy_list_feature_environment_fkey: locked(
    'store_strategies inserts for rows that it reads, whose strategies are locked with them.',
  ),
  feature_strategy_segment_strategy_fkey: locked(
    'The strategy is inserted before, or its feature environment is locked.',
  ),
  invite_link_role_fkey: locked('rootRoleId locks the role FOR SHARE.'),
  invited_user_link_fkey: neverDeleted('Invite links are disabled, or expire.'),
  project_group_role_group_fkey: locked('lockGroups locks the groups FOR SHARE.'),
  project_group_role_project_fkey: locked('lockRoleAssignments locks the project.'),
  project_group_role_role_fkey: locked('lockRoles locks the roles; RoleInUseError comes first.'),
  project_user_role_project_fkey: locked(
    'lockRoleAssignments locks the project, or it is inserted.',
  ),
  project_user_role_role_fkey: locked('lockRoles locks the roles; RoleInUseError comes first.'),
  role_permission_role_fkey: locked('The role is inserted before, or locked by lockCustomRole.'),
  sso_session_session_fkey: sameTransaction('It is inserted with its session.'),

  // unique constraints
  deleted_project_pkey: allowedFor('The trigger and a move skip ids that are there.'),
  event_undo_pkey: allowedFor('MARK_UNDONE skips events that are undone.'),
  idempotency_record_pkey: allowedFor('CLAIM does nothing when the key is taken.'),
  addon_cursor_pkey: REPLACES,
  addon_delivery_pkey: IDENTITY,
  addon_pkey: IDENTITY,
  api_token_pkey: RANDOM_ID,
  api_token_project_pkey: distinct('tokenRequest names each project once, and the token is new.'),
  app_user_pkey: IDENTITY,
  attempt_pkey: SUMS_UP,
  change_request_change_pkey: IDENTITY,
  change_request_comment_pkey: IDENTITY,
  change_request_pkey: IDENTITY,
  change_request_review_pkey: REPLACES,
  change_request_reviewer_pkey: distinct(
    'DiscussionService names each user once and has deleted those before.',
  ),
  client_application_feature_pkey: SUMS_UP,
  client_application_forgotten_pkey: KEEPS,
  client_application_pkey: SUMS_UP,
  client_application_usage_pkey: KEEPS,
  banner_pkey: IDENTITY,
  client_instance_pkey: REPLACES,
  connection_sketch_pkey: SUMS_UP,
  insight_day_pkey: REPLACES,
  insight_project_day_pkey: REPLACES,
  insight_project_day_project_fkey: INSIGHTS_LOCK,
  insight_usage_day_pkey: KEEPS,
  insight_usage_day_project_fkey: INSIGHTS_LOCK,
  traffic_day_pkey: SUMS_UP,
  edge_instance_pkey: REPLACES,
  client_metric_day_tally_pkey: SUMS_UP,
  client_metric_pkey: SUMS_UP,
  client_metric_variant_pkey: SUMS_UP,
  default_strategy_segment_pkey: distinct(
    'DefaultStrategyService names each segment once and has deleted those before.',
  ),
  denied_request_key: SUMS_UP,
  denied_request_pkey: IDENTITY,
  event_hour_tally_pkey: SUMS_UP,
  event_project_tally_pkey: SUMS_UP,
  event_removed_tally_pkey: SUMS_UP,
  history_start_pkey: migrated('There is one row, which is never written again.'),
  move_in_pkey: KEEPS,
  move_in_row_pkey: KEEPS,
  move_in_row_source_fkey: neverDeleted('Moves are kept, so that they can be repeated.'),
  removed_part_pkey: IDENTITY,
  event_seal_cursor_pkey: migrated('There is one row, which is only updated.'),
  event_seal_pkey: generated('It follows the last seal, under a lock that one instance holds.'),
  signing_key_pkey: KEEPS,
  event_tally_horizon_pkey: migrated('There is one row, which is only updated.'),
  event_total_tally_key: SUMS_UP,
  event_type_tally_pkey: SUMS_UP,
  favorite_feature_pkey: KEEPS,
  favorite_project_pkey: KEEPS,
  feature_collaborator_pkey: REPLACES,
  feature_context_field_pkey: SUMS_UP,
  feature_strategy_list_pkey: KEEPS,
  feature_count_pkey: IDENTITY,
  feature_dependency_pkey: REPLACES,
  feature_environment_usage_pkey: SUMS_UP,
  feature_first_on_pkey: REPLACES,
  feature_lifecycle_pkey: KEEPS,
  feature_segment_pkey: SUMS_UP,
  feature_strategy_pkey: RANDOM_ID,
  feature_strategy_segment_pkey: distinct(
    'Each segment is named once for a new strategy; for others, a row that exists stays.',
  ),
  feature_tag_pkey: KEEPS,
  feature_type_pkey: migrated('There are five types, which are only updated.'),
  group_member_pkey: KEEPS,
  instance_pkey: migrated('There is one row, which is only read.'),
  invite_link_pkey: RANDOM_ID,
  invite_link_secret_key: RANDOM_SECRET,
  invited_user_pkey: distinct('The user is inserted by the same transaction.'),
  login_failure_pkey: SUMS_UP,
  passkey_challenge_pkey: generated('A challenge is 256 random bits.'),
  passkey_credential_key: KEEPS,
  passkey_pkey: IDENTITY,
  password_reset_pkey: REPLACES,
  password_reset_secret_key: RANDOM_SECRET,
  pending_sign_in_pkey: RANDOM_SECRET,
  personal_token_pkey: IDENTITY,
  personal_token_secret_key: RANDOM_SECRET,
  project_group_role_pkey: distinct('Only roles that are not there are given, each once.'),
  project_usage_pkey: REPLACES,
  project_user_role_pkey: distinct('Only roles that are not there are given, each once.'),
  recovery_code_pkey: generated('A code is 80 random bits.'),
  role_permission_key: distinct('wantedGrants names each permission once; those before are gone.'),
  role_pkey: IDENTITY,
  saml_assertion_pkey: KEEPS,
  saml_assertion_ticket_key: RANDOM_SECRET,
  sdk_connection_pkey: REPLACES,
  drill_pkey: REPLACES,
  drill_report_pkey: REPLACES,
  drill_result_pkey: KEEPS,
  drill_month_pkey: SUMS_UP,
  sdk_instance_pkey: REPLACES,
  late_serving_pkey: IDENTITY,
  segment_pkey: IDENTITY,
  session_id_key: RANDOM_ID,
  session_pkey: RANDOM_SECRET,
  setting_pkey: REPLACES,
  sso_session_pkey: RANDOM_SECRET,
  token_use_pkey: KEEPS,
  totp_factor_pkey: REPLACES,
  unknown_feature_pkey: REPLACES,
  user_group_pkey: IDENTITY,
  user_identity_pkey: IDENTITY,
  user_identity_subject_key: REPLACES,
};
