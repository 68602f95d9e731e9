/** Kinds of objects with a version. */
export type Kind =
  | 'addon'
  | 'application'
  | 'context-field'
  | 'environment'
  | 'feature'
  | 'feature-environment'
  | 'feature-strategy'
  | 'group'
  | 'invite-link'
  | 'maintenance'
  | 'oidc-settings'
  | 'project'
  | 'role'
  | 'saml-settings'
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
  /** Number of path segments after the URL that reads the object; undefined if it has another. */
  readonly up?: number;
}

/** The path parameters that identify an object of a kind. */
export const KEYS: Readonly<Record<Kind, readonly string[]>> = {
  addon: ['id'],
  application: ['appName'],
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
  role: ['roleId'],
  'saml-settings': [],
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
  up?: number,
  rename?: Readonly<Record<string, string>>,
): VersionedOperation => ({
  kinds: [kind],
  ...(up === undefined ? {} : { up }),
  ...(rename ? { rename } : {}),
});
const inEnvironment = (up: number): VersionedOperation => ({
  kinds: ['feature', 'feature-environment'],
  up,
});
const STRATEGY: VersionedOperation = {
  kinds: ['feature-strategy', 'feature-environment', 'feature'],
  up: 0,
};
const CHILD = { featureName: 'child' };

/** Operations that read one object; their responses have its version in the `ETag`. */
export const VERSIONED_READS: Readonly<Record<string, Kind>> = {
  getAddon: 'addon',
  getApplication: 'application',
  getContextField: 'context-field',
  getContextFieldForProject: 'context-field',
  getDeprecatedProjectOverview: 'project',
  getEnvironment: 'environment',
  getEnvironmentFeatureVariants: 'feature-environment',
  getFeature: 'feature',
  getFeatureEnvironment: 'feature-environment',
  getFeatureStrategy: 'feature-strategy',
  getFeatureVariants: 'feature',
  getGroup: 'group',
  getMaintenance: 'maintenance',
  getOidcSettings: 'oidc-settings',
  getProjectConfirmation: 'project',
  getProjectGuard: 'project',
  getProjectOverview: 'project',
  getPublicSignupToken: 'invite-link',
  getRoleById: 'role',
  getSamlSettings: 'saml-settings',
  getSecuritySettings: 'security-settings',
  getSegment: 'segment',
  getSimpleSettings: 'simple-settings',
  getStrategy: 'strategy',
  getTag: 'tag',
  getTagType: 'tag-type',
  getUser: 'user',
};

/** Operations that change one object, and accept `If-Match`. */
export const VERSIONED_WRITES: Readonly<Record<string, VersionedOperation>> = {
  addDefaultStrategyToProjectEnvironment: of('project', 3),
  addEnvironmentToProject: of('project', 1),
  addFeatureDependency: of('feature', 1, CHILD),
  addFeatureStrategy: inEnvironment(3),
  archiveFeature: of('feature', 0),
  changeProject: of('feature', 1),
  complete: of('feature', 2),
  createApplication: of('application', 0),
  createFeatureLink: of('feature', 1),
  deleteAddon: of('addon', 0),
  deleteApplication: of('application', 0),
  deleteContextField: of('context-field', 0),
  deleteContextFieldForProject: of('context-field', 0),
  deleteContextFieldLegalValue: of('context-field', 2),
  deleteContextFieldLegalValueForProject: of('context-field', 2),
  deleteFeatureDependencies: of('feature', 1, CHILD),
  deleteFeatureDependency: of('feature', 2, CHILD),
  deleteFeatureLink: of('feature', 2),
  deleteFeatureStrategy: STRATEGY,
  deleteGroup: of('group', 0),
  deleteProject: of('project', 0),
  deleteRole: of('role', 0),
  deleteTag: of('tag', 0),
  deleteTagType: of('tag-type', 0),
  deleteUser: of('user', 0),
  deprecateStrategy: of('strategy', 1, { name: 'strategyName' }),
  overwriteEnvironmentFeatureVariants: inEnvironment(3),
  overwriteFeatureVariants: of('feature', 1),
  overwriteFeatureVariantsOnEnvironments: of('feature', 1),
  patchEnvironmentsFeatureVariants: inEnvironment(3),
  patchFeature: of('feature', 0),
  patchFeatureStrategy: STRATEGY,
  patchFeatureVariants: of('feature', 1),
  reactivateStrategy: of('strategy', 1, { name: 'strategyName' }),
  removeEnvironment: of('environment', 0),
  removeEnvironmentFromProject: of('project', 2),
  removeSegment: of('segment', 0),
  removeStrategy: of('strategy', 0),
  setOidcSettings: of('oidc-settings', 0),
  setProjectConfirmation: of('project', 0),
  setProjectGuard: of('project', 0),
  setSamlSettings: of('saml-settings', 0),
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
  updateContextField: of('context-field', 0),
  updateContextFieldForProject: of('context-field', 0),
  updateContextFieldLegalValue: of('context-field', 1),
  updateContextFieldLegalValueForProject: of('context-field', 1),
  updateEnvironment: of('environment'),
  updateFeature: of('feature', 0),
  updateFeatureLink: of('feature', 2),
  updateFeatureStrategy: STRATEGY,
  updateGroup: of('group', 0),
  updateProject: of('project', 0),
  updateProjectEnterpriseSettings: of('project', 1),
  updatePublicSignupToken: of('invite-link', 0),
  updateRole: of('role', 0),
  updateSegment: of('segment', 0),
  updateStrategy: of('strategy', 0),
  updateTagType: of('tag-type', 0),
  updateUser: of('user', 0),
};

/** Operations that create an object with a unique name, and accept `If-None-Match: *`. */
export const CREATIONS: ReadonlySet<string> = new Set([
  'cloneEnvironment',
  'cloneFeature',
  'createContextField',
  'createEnvironment',
  'createFeature',
  'createGroup',
  'createProject',
  'createRole',
  'createSegment',
  'createStrategy',
  'createTag',
  'createTagType',
  'createUser',
]);
