/** Kinds of objects with a version. */
export type Kind =
  | 'addon'
  | 'application'
  | 'change-request'
  | 'context-field'
  | 'environment'
  | 'feature'
  | 'feature-environment'
  | 'feature-strategy'
  | 'group'
  | 'invite-link'
  | 'maintenance'
  | 'oidc-settings'
  | 'scim-settings'
  | 'project'
  | 'project-access'
  | 'release-plan-template'
  | 'role'
  | 'saml-settings'
  | 'schedule'
  | 'security-settings'
  | 'segment'
  | 'simple-settings'
  | 'strategy'
  | 'tag'
  | 'tag-type'
  | 'user';

/** An operation on one object. */
export interface VersionedOperation {
  /**
   * The kinds of objects whose tags are valid in `If-Match`. The first one is what the operation
   * reads or changes; it is part of the others.
   */
  readonly kinds: readonly [Kind, ...Kind[]];
  /** Path parameters that replace those of {@link KEYS}, by name. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Number of segments at the end of the path that the URL for reading the object lacks. */
  readonly up: number;
  /** A segment before the last one that the URL for reading the object lacks, such as `archive`. */
  readonly without?: string;
  /** A last segment that the URL for reading the object has in addition. */
  readonly then?: string;
}

/** The path parameters that identify an object of a kind. */
export const KEYS: Readonly<Record<Kind, readonly string[]>> = {
  addon: ['id'],
  application: ['appName'],
  'change-request': ['projectId', 'id'],
  'context-field': ['contextField'],
  environment: ['name'],
  feature: ['projectId', 'featureName'],
  'feature-environment': ['projectId', 'featureName', 'environment'],
  'feature-strategy': ['projectId', 'featureName', 'environment', 'strategyId'],
  group: ['groupId'],
  'invite-link': ['token'],
  maintenance: [],
  'oidc-settings': [],
  project: ['projectId'],
  'project-access': ['projectId'],
  'release-plan-template': ['templateId'],
  role: ['roleId'],
  'saml-settings': [],
  'scim-settings': [],
  schedule: ['projectId', 'id'],
  'security-settings': [],
  segment: ['id'],
  'simple-settings': [],
  strategy: ['name'],
  tag: ['type', 'value'],
  'tag-type': ['name'],
  user: ['id'],
};

const of = (
  kind: Kind,
  up: number,
  more: Pick<VersionedOperation, 'rename' | 'then' | 'without'> = {},
): VersionedOperation => ({ kinds: [kind], up, ...more });
const inEnvironment = (up: number): VersionedOperation => ({
  kinds: ['feature', 'feature-environment'],
  up,
});
const STRATEGY: VersionedOperation = {
  kinds: ['feature-strategy', 'feature-environment', 'feature'],
  up: 0,
};
const OF_CHILD = { rename: { featureName: 'child' } };
const OF_STRATEGY_NAME = { rename: { name: 'strategyName' } };
const OF_REQUEST_ID = { rename: { id: 'changeRequestId' } };

/** Operations that read one object; their responses have its version in the `ETag`. */
export const VERSIONED_READS: Readonly<Record<string, Kind>> = {
  getAddon: 'addon',
  getApplication: 'application',
  getChangeRequest: 'change-request',
  getChangeRequestApprovers: 'change-request',
  getContextField: 'context-field',
  getContextFieldForProject: 'context-field',
  getDeprecatedProjectOverview: 'project',
  getEnvironment: 'environment',
  getEnvironmentFeatureVariants: 'feature-environment',
  getFeature: 'feature',
  getFeatureEnvironment: 'feature-environment',
  getFeatureStrategies: 'feature-environment',
  getFeatureStrategy: 'feature-strategy',
  getFeatureVariants: 'feature',
  getGroup: 'group',
  getMaintenance: 'maintenance',
  getOidcSettings: 'oidc-settings',
  getPayloadSchema: 'feature',
  getScimSettings: 'scim-settings',
  getProjectAccess: 'project-access',
  getProjectChangeRequestConfig: 'project',
  getProjectConfirmation: 'project',
  getProjectAddresses: 'project',
  getProjectGuard: 'project',
  getProjectOverview: 'project',
  getPublicSignupToken: 'invite-link',
  getReleaseTemplate: 'release-plan-template',
  getRoleById: 'role',
  getSamlSettings: 'saml-settings',
  getSchedule: 'schedule',
  getSecuritySettings: 'security-settings',
  getSegment: 'segment',
  getSimpleSettings: 'simple-settings',
  getStrategy: 'strategy',
  getTag: 'tag',
  getTagType: 'tag-type',
  getUser: 'user',
  listTags: 'feature',
};

/** Operations that change one object, and accept `If-Match`. */
export const VERSIONED_WRITES: Readonly<Record<string, VersionedOperation>> = {
  addAccessToProject: of('project-access', 0),
  addChangeRequestComment: of('change-request', 1),
  addChangeRequestReviewers: of('change-request', 1),
  addDefaultStrategyToProjectEnvironment: of('project', 3),
  addEnvironmentToProject: of('project', 1),
  addFeatureDependency: of('feature', 1, OF_CHILD),
  addFeatureStrategy: inEnvironment(3),
  addMilestoneToReleaseTemplate: of('release-plan-template', 1),
  addStrategyToMilestone: of('release-plan-template', 3),
  addTag: of('feature', 0),
  archiveFeature: of('feature', 0),
  archiveProject: of('project', 0, { without: 'archive' }),
  archiveReleaseTemplate: of('release-plan-template', 0, { without: 'archive' }),
  cancelSchedule: of('schedule', 0),
  changeProject: of('feature', 1),
  complete: of('feature', 2),
  createApplication: of('application', 0),
  createFeatureLink: of('feature', 1),
  deleteAddon: of('addon', 0),
  deleteApplication: of('application', 0),
  deleteChange: of('change-request', 2, OF_REQUEST_ID),
  deleteChangeRequest: of('change-request', 0),
  deleteContextField: of('context-field', 0),
  deleteContextFieldForProject: of('context-field', 0),
  deleteContextFieldLegalValue: of('context-field', 2),
  deleteContextFieldLegalValueForProject: of('context-field', 2),
  deleteFeatureDependencies: of('feature', 1, OF_CHILD),
  deleteFeatureDependency: of('feature', 2, OF_CHILD),
  deleteFeatureLink: of('feature', 2),
  deleteFeatureStrategy: STRATEGY,
  deleteGroup: of('group', 0),
  deleteProject: of('project', 0),
  deleteReleaseTemplate: of('release-plan-template', 0),
  deleteRole: of('role', 0),
  deleteTag: of('tag', 0),
  deleteTagType: of('tag-type', 0),
  deleteUser: of('user', 0),
  deprecateStrategy: of('strategy', 1, OF_STRATEGY_NAME),
  editChange: of('change-request', 2, OF_REQUEST_ID),
  overwriteEnvironmentFeatureVariants: inEnvironment(3),
  overwriteFeatureVariants: of('feature', 1),
  overwriteFeatureVariantsOnEnvironments: of('feature', 1),
  patchEnvironmentsFeatureVariants: inEnvironment(3),
  patchFeature: of('feature', 0),
  patchFeatureStrategy: STRATEGY,
  patchFeatureVariants: of('feature', 1),
  reactivateStrategy: of('strategy', 1, OF_STRATEGY_NAME),
  remoteMilestoneStrategy: of('release-plan-template', 4),
  removeEnvironment: of('environment', 0),
  removeEnvironmentFromProject: of('project', 2),
  removePayloadSchema: of('feature', 1),
  removeGroupAccess: of('project-access', 3, { then: 'access' }),
  removeReleaseTemplateMilestone: of('release-plan-template', 2),
  removeSegment: of('segment', 0),
  removeStrategy: of('strategy', 0),
  removeTag: of('feature', 2),
  removeUserAccess: of('project-access', 3, { then: 'access' }),
  setOidcSettings: of('oidc-settings', 0),
  setPayloadSchema: of('feature', 1),
  setProjectAccess: of('project-access', 0),
  setProjectConfirmation: of('project', 0),
  setProjectAddresses: of('project', 0),
  setProjectGuard: of('project', 0),
  setRolesForGroup: of('project-access', 3, { then: 'access' }),
  setRolesForUser: of('project-access', 3, { then: 'access' }),
  setSamlSettings: of('saml-settings', 0),
  setScimSettings: of('scim-settings', 0),
  setSecuritySettings: of('security-settings', 0),
  setSimpleSettings: of('simple-settings', 0),
  setStrategySortOrder: inEnvironment(4),
  toggleEnvironmentOff: of('environment', 1),
  toggleEnvironmentOn: of('environment', 1),
  toggleFeatureEnvironmentOff: inEnvironment(3),
  toggleFeatureEnvironmentOn: inEnvironment(3),
  toggleMaintenance: of('maintenance', 0),
  uncomplete: of('feature', 2),
  updateAddon: of('addon', 0),
  updateChangeRequestState: of('change-request', 1),
  updateChangeRequestTitle: of('change-request', 1),
  updateContextField: of('context-field', 0),
  updateContextFieldForProject: of('context-field', 0),
  updateContextFieldLegalValue: of('context-field', 1),
  updateContextFieldLegalValueForProject: of('context-field', 1),
  updateEnvironment: of('environment', 0, { without: 'update' }),
  updateFeature: of('feature', 0),
  updateFeatureLink: of('feature', 2),
  updateFeatureStrategy: STRATEGY,
  updateGroup: of('group', 0),
  updateMilestoneStrategy: of('release-plan-template', 4),
  updateProject: of('project', 0),
  updateProjectChangeRequestConfig: of('project', 4),
  updateProjectEnterpriseSettings: of('project', 1),
  updatePublicSignupToken: of('invite-link', 0),
  updateReleaseTemplate: of('release-plan-template', 0),
  updateReleaseTemplateMilestone: of('release-plan-template', 2),
  updateRole: of('role', 0),
  updateSchedule: of('schedule', 0),
  updateSegment: of('segment', 0),
  updateStrategy: of('strategy', 0),
  updateTagType: of('tag-type', 0),
  updateTags: of('feature', 0),
  updateUser: of('user', 0),
};

/** Operations that create an object with a unique name, and accept `If-None-Match: *`. */
export const CREATIONS: ReadonlySet<string> = new Set([
  'cloneEnvironment',
  'cloneFeature',
  'createContextField',
  'createContextFieldForProject',
  'createEnvironment',
  'createFeature',
  'createGroup',
  'createProject',
  'createReleaseTemplate',
  'createRole',
  'createSegment',
  'createServiceAccount',
  'createStrategy',
  'createTag',
  'createTagType',
  'createUser',
]);
