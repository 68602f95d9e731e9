import { reference } from './values.mjs';

const SOON = new Date(Date.now() + 7 * 86_400_000).toISOString();
const FEATURE = 'target-feature';
const MILESTONE = { name: 'target', strategies: [{ strategyName: 'default' }] };
const LINK = { url: 'https://example.com/{{feature}}', title: 'Ticket' };

const CHANGES = [
  { action: 'updateEnabled', feature: FEATURE, payload: { enabled: true } },
  { action: 'addStrategy', feature: FEATURE, payload: { name: 'default' } },
  { action: 'patchVariant', feature: FEATURE, payload: { variants: [] } },
  { action: 'archiveFeature', feature: FEATURE },
];

const SCHEDULES = [
  { action: 'off', at: SOON },
  { action: 'on', at: SOON, rule: 'FREQ=WEEKLY;BYDAY=MO', timeZone: 'Europe/Berlin' },
  { action: 'on', at: SOON, durationMinutes: 60, whenLate: 'skip' },
  { action: 'addStrategy', at: SOON, payload: { name: 'default' } },
  { action: 'archive', at: SOON },
];

const STRATEGY = {
  name: 'flexibleRollout',
  parameters: { rollout: '50', stickiness: 'default', groupId: 'target' },
};
const TAG = { type: 'simple', value: 'target' };
const TOKEN = { type: 'client', tokenName: 'fuzzed', environment: 'development' };
const VARIANTS = [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }];
const SCHEMA = {
  type: 'object',
  properties: { a: { type: ['integer', 'null'], minimum: 0 }, b: { $ref: '#/$defs/b' } },
  $defs: { b: { anyOf: [{ enum: ['x', 'y'] }, { pattern: '^z+$', format: 'uri' }] } },
  additionalProperties: false,
};
const ADDON = {
  provider: 'webhook',
  enabled: false,
  parameters: { url: 'https://example.com' },
  events: ['feature-created'],
};

const SAFEGUARD = {
  impactMetric: {
    metricName: 'evaluations',
    timeRange: 'day',
    aggregationMode: 'count',
    labelSelectors: { enabled: ['true'] },
  },
  triggerCondition: { operator: '>', threshold: 1_000 },
};

const LATENCY = { avg: 1.5, count: 10, p99: 20 };
const REQUESTS = { '/api/client/features': LATENCY };
const EDGE = {
  identifier: 'edge',
  appName: 'unleash-edge',
  edgeVersion: '20.1.0',
  started: '2026-01-01T00:00:00Z',
  traffic: { get: REQUESTS, post: REQUESTS, accessDenied: REQUESTS, cachedResponses: REQUESTS },
  latencyUpstream: { features: LATENCY, metrics: LATENCY, edge: LATENCY },
  connectedStreamingClients: 1,
  connectedEdges: [],
};

/**
 * Valid bodies of operations whose validity also depends on stored data, not only on the schema.
 * @type {Record<string, object[]>}
 */
export const EXAMPLES = {
  addAccessToProject: [{ roles: [reference('roleId')], groups: [], users: [reference('userId')] }],
  addChangeRequestComment: [{ text: 'Looks good' }],
  addChangeRequestReviewers: [{ reviewers: [] }],
  addDefaultStrategyToProjectEnvironment: [STRATEGY],
  addEnvironmentToProject: [{ environment: 'development' }],
  addFeatureDependency: [{ feature: 'target-parent' }],
  addFeatureStrategy: [{ name: 'default' }, STRATEGY],
  addMilestoneToReleaseTemplate: [MILESTONE],
  addReleasePlan: [{ templateId: reference('templateId') }],
  addStrategyToMilestone: MILESTONE.strategies,
  addTag: [TAG],
  addTagToFeatures: [{ features: [FEATURE], tags: { addedTags: [TAG], removedTags: [] } }],
  changeMilestoneProgression: [{ transitionCondition: { intervalMinutes: 60 } }],
  changeProject: [{ newProjectId: 'default' }],
  changeRequest: [...CHANGES, CHANGES],
  changeSafeguard: [SAFEGUARD],
  createAddon: [ADDON],
  createApiToken: [{ ...TOKEN, projects: ['*'] }],
  createBanner: [{ message: 'Maintenance at 18:00' }],
  createContextField: [{ name: 'fuzzed-field' }],
  createContextFieldForProject: [{ name: 'fuzzed-own' }],
  createFeature: [{ name: 'fuzzed-feature', tags: [TAG] }],
  createFeatureLink: [LINK],
  createPat: [{ description: 'fuzzed', expiresAt: SOON }],
  createProjectApiToken: [TOKEN],
  createReleaseTemplate: [{ name: 'fuzzed', milestones: [MILESTONE] }],
  createStrategy: [{ name: 'fuzzed-strategy', parameters: [] }],
  createTag: [{ type: 'simple', value: 'fuzzed' }],
  editChange: CHANGES,
  exportFeatures: [{ environment: 'development', features: [FEATURE] }],
  overwriteEnvironmentFeatureVariants: [VARIANTS],
  setPayloadSchema: [{ schema: SCHEMA }, { schema: SCHEMA, enforcement: 'warn' }],
  checkPayloads: [{ schema: SCHEMA, payloads: [{ type: 'json', value: '{"a":1}' }] }],
  overwriteFeatureVariants: [VARIANTS],
  patchEnvironmentsFeatureVariants: [[]],
  patchFeatureStrategy: [[{ op: 'replace', path: '/title', value: 'One' }]],
  patchFeatureVariants: [[]],
  registerEdgeObservabilityMetrics: [
    EDGE,
    { ...EDGE, connectedEdges: [{ ...EDGE, identifier: 'other' }] },
  ],
  reviveFeatures: [{ features: ['target-archived'] }],
  scheduleFeatureChange: SCHEDULES,
  setProjectAccess: [{ roles: [] }],
  setRolesForUser: [{ roles: [] }],
  setSimpleSettings: [{ disabled: false }],
  staleFeatures: [{ features: [FEATURE], stale: true }],
  updateAddon: [ADDON],
  updateBanner: [{ message: 'Maintenance at 18:00', enabled: false }],
  updateChangeRequestState: [{ state: 'In review' }, { state: 'Cancelled', comment: 'No' }],
  updateContextField: [{ legalValues: [{ value: 'target' }] }],
  updateContextFieldForProject: [{ legalValues: [{ value: 'target' }, { value: 'other' }] }],
  updateContextFieldLegalValueForProject: [{ value: 'target', description: 'One' }],
  updateFeature: [{ description: 'What it does' }],
  updateFeatureLink: [LINK],
  updateFeatureStrategy: [STRATEGY],
  updateGroup: [{ name: 'target', users: [] }],
  updateMilestoneStrategy: MILESTONE.strategies,
  updateProject: [{ name: 'target' }],
  updateProjectChangeRequestConfig: [{ changeRequestsEnabled: true, requiredApprovals: 2 }],
  updateProjectMilestoneStrategy: [{ title: 'One', disabled: false }],
  updateReleaseTemplate: [{ name: 'target', milestones: [MILESTONE] }],
  updateReleaseTemplateMilestone: [MILESTONE],
  updateSchedule: SCHEDULES.slice(0, 3),
  updateSegment: [{ name: 'target', constraints: [] }],
  validate: [{ name: 'free-name' }],
  validateArchiveFeatures: [{ features: [FEATURE] }],
  validateContextFieldNameForProject: [{ name: 'free-name' }],
  validateTagType: [{ name: 'free-type' }],
};
