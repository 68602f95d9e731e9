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
 * Bodies that what is there allows, of operations whose schemas alone do not say what that is.
 * @type {Record<string, object[]>}
 */
export const EXAMPLES = {
  addChangeRequestComment: [{ text: 'Looks good' }],
  addChangeRequestReviewers: [{ reviewers: [] }],
  addMilestoneToReleaseTemplate: [MILESTONE],
  addReleasePlan: [{ templateId: reference('templateId') }],
  addStrategyToMilestone: MILESTONE.strategies,
  changeMilestoneProgression: [{ transitionCondition: { intervalMinutes: 60 } }],
  changeProject: [{ newProjectId: 'default' }],
  changeRequest: [...CHANGES, CHANGES],
  changeSafeguard: [SAFEGUARD],
  createBanner: [{ message: 'Maintenance at 18:00' }],
  createContextFieldForProject: [{ name: 'fuzzed-own' }],
  createFeatureLink: [LINK],
  createReleaseTemplate: [{ name: 'fuzzed', milestones: [MILESTONE] }],
  editChange: CHANGES,
  registerEdgeObservabilityMetrics: [
    EDGE,
    { ...EDGE, connectedEdges: [{ ...EDGE, identifier: 'other' }] },
  ],
  scheduleFeatureChange: SCHEDULES,
  updateBanner: [{ message: 'Maintenance at 18:00', enabled: false }],
  updateChangeRequestState: [{ state: 'In review' }, { state: 'Cancelled', comment: 'No' }],
  updateContextFieldForProject: [{ legalValues: [{ value: 'target' }, { value: 'other' }] }],
  updateContextFieldLegalValueForProject: [{ value: 'target', description: 'One' }],
  updateFeatureLink: [LINK],
  updateMilestoneStrategy: MILESTONE.strategies,
  updateProjectChangeRequestConfig: [{ changeRequestsEnabled: true, requiredApprovals: 2 }],
  updateProjectMilestoneStrategy: [{ title: 'One', disabled: false }],
  updateReleaseTemplate: [{ name: 'target', milestones: [MILESTONE] }],
  updateReleaseTemplateMilestone: [MILESTONE],
  updateSchedule: SCHEDULES.slice(0, 3),
  validateContextFieldNameForProject: [{ name: 'free-name' }],
};
