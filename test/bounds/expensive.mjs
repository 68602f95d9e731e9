import { APPROVED, PROJECT } from '../live/things.mjs';

/**
 * Features and strategies of the largest import: within docs/operate/limits.md and the size of its
 * body.
 */
const IMPORTED_FEATURES = 5_000;
const IMPORTED_STRATEGIES = 15_000;
/**
 * Most items of a list of names, and most products of features and contexts, as in
 * docs/operate/limits.md.
 */
const NAMES = 5_000;
const TAGGED_FEATURES = 1_000;
const CONTEXTS = 15;
/** Most changes of a change request, milestones of a template, and strategies of a milestone. */
const CHANGES = 100;
const MILESTONES = 20;
const STRATEGIES = 30;
/** Most edges of a report and paths of an edge, and most days of a calendar of schedules. */
const EDGES = 100;
const EDGE_PATHS = 200;
const CALENDAR_DAYS = 400;

/**
 * A valid request that makes the service do as much as possible.
 * @typedef {{ label: string, body?: unknown, names?: Record<string, string>, query?:
 * Record<string, string> }} ExpensiveRequest `names`: of path parameters.
 */

/**
 * The most expensive valid requests of operations whose work grows with the body or with the stored
 * data.
 * @param {string[]} features Names of the features of the project `default`.
 * @returns {Record<string, ExpensiveRequest[]>}
 */
export function expensiveRequests(features) {
  const many = features.slice(0, NAMES);
  const names = { projectId: 'default', environment: 'development' };
  const bulk = (more) => [{ label: 'many features', names, body: { features: many, ...more } }];
  const imported = [{ label: 'largest import', body: largestImport() }];
  const state = largestState();
  const planned = [{ label: 'largest state', body: { owner: 'bounds', state } }];
  const hash = 'a'.repeat(64);
  const contexts = {
    appName: 'bounds',
    userId: Array.from({ length: CONTEXTS }, (_, n) => `user-${n}`).join(','),
  };
  const wholeProject = [{ label: 'large project', names }];
  const then = new Date(Date.now() - 1_000).toISOString();
  const former = [{ label: 'large project, formerly', names, query: { asOf: then } }];
  const tried = { environment: 'development', projects: '*', context: { appName: 'bounds' } };
  const compared = [{ label: 'large project since', names, query: { from: then } }];
  return {
    validateImport: imported,
    importToggles: imported,
    planFlagsAsCode: planned,
    applyFlagsAsCode: [{ label: 'largest state', body: { owner: 'bounds', hash, state } }],
    exportFeatures: bulk({ environment: 'development' }),
    getPlayground: [
      { label: 'all projects', body: tried },
      { label: 'all projects, formerly', body: tried, query: { asOf: then } },
    ],
    searchCulprits: [{ label: 'of a week', query: { hours: '168' } }],
    getAdvancedPlayground: [
      {
        label: 'many contexts',
        body: { environments: ['development'], projects: ['default'], context: contexts },
      },
    ],
    compareProjectFeatures: compared,
    getAllClientFeatures: former,
    bulkToggleFeaturesEnvironmentOff: bulk(),
    bulkToggleFeaturesEnvironmentOn: bulk(),
    staleFeatures: bulk({ stale: true }),
    validateArchiveFeatures: bulk(),
    addTagToFeatures: bulk({
      features: features.slice(0, TAGGED_FEATURES),
      tags: { addedTags: [{ type: 'simple', value: 'bounds' }], removedTags: [] },
    }),
    changeRequest: [{ label: 'most changes', names: APPROVED_PLACE, body: mostChanges() }],
    scheduleFeatureChange: [
      {
        label: 'a rule that never occurs',
        body: {
          action: 'on',
          at: new Date(Date.now() + 86_400_000).toISOString(),
          rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
        },
      },
    ],
    registerEdgeObservabilityMetrics: [{ label: 'most edges', body: largestEdgeReport() }],
    getSchedules: [{ label: 'longest calendar', query: longestCalendar() }],
    getProjectSchedules: [{ label: 'longest calendar', query: longestCalendar() }],
    ...Object.fromEntries(PATCHES.map((operation) => [operation, endlessPatches()])),
    createReleaseTemplate: [{ label: 'most milestones', body: largestTemplate() }],
    ...Object.fromEntries(READS_OF_PROJECTS.map((operation) => [operation, wholeProject])),
    getFeatures: [...wholeProject, ...former],
  };
}

const PATCHES = [
  'patchFeature',
  'patchFeatureStrategy',
  'patchFeatureVariants',
  'patchEnvironmentsFeatureVariants',
];
/** Most steps of a JSON Patch. */
const STEPS = 1_000;

/** Patches that make much of an object, or have no end. */
function endlessPatches() {
  const large = Array.from({ length: 5_000 }, () => []);
  return [
    { label: 'moved into itself', body: [{ op: 'move', from: '', path: '/0' }] },
    {
      label: 'steps on a large object',
      body: [
        { op: 'add', path: '/0', value: { large, small: 1 } },
        { op: 'copy', from: '/0', path: '/1' },
        ...Array.from({ length: STEPS - 2 }, () => ({
          op: 'copy',
          from: '/0/small',
          path: '/0/small',
        })),
      ],
    },
  ];
}

const APPROVED_PLACE = { projectId: PROJECT, environment: APPROVED };

/** The most changes of a draft that docs/administer/change-requests.md allows. */
function mostChanges() {
  const payload = { enabled: true };
  return Array.from({ length: CHANGES }, (_, n) => ({
    action: 'updateEnabled',
    feature: n % 2 ? 'target-feature' : 'target-parent',
    payload,
  }));
}

/** A template with the most strategies that docs/administer/release-plans.md allows. */
function largestTemplate() {
  const strategies = Array.from({ length: STRATEGIES }, () => ({ strategyName: 'default' }));
  return {
    name: 'largest',
    milestones: Array.from({ length: MILESTONES }, (_, n) => ({ name: `${n}`, strategies })),
  };
}

/** A report with the most edges and paths that it can have. */
function largestEdgeReport() {
  const latency = { avg: 1, count: 1, p99: 1 };
  const paths = Object.fromEntries(
    Array.from({ length: EDGE_PATHS }, (_, n) => [`/path/${n}`, latency]),
  );
  const edge = (identifier, connectedEdges) => ({
    identifier,
    appName: 'bounds',
    edgeVersion: '20.0.0',
    started: new Date().toISOString(),
    traffic: { get: paths },
    connectedEdges,
  });
  const connected = Array.from({ length: EDGES - 1 }, (_, n) => edge(`edge-${n}`, []));
  return edge('edge', connected);
}

/** The longest period, and the largest page, for which schedules can be listed. */
function longestCalendar() {
  const [from, to] = [0, CALENDAR_DAYS].map((days) => new Date(Date.now() + days * 86_400_000));
  return { from: from.toISOString(), to: to.toISOString(), limit: '100' };
}

const READS_OF_PROJECTS = [
  'getFeatures',
  'getDeprecatedProjectOverview',
  'getProjectOverview',
  'getProjectHealthReport',
  'getProjectInsights',
  'getProjectStatus',
  'getProjectDora',
  'getProjectApplications',
  'getOutdatedProjectSdks',
  'getProjectFlagCreators',
  'getArchivedFeaturesByProjectId',
];

function largestImport() {
  const names = Array.from({ length: IMPORTED_FEATURES }, (_, n) => `imported-${n}`);
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1', '2', '3'] }];
  const parameters = { rollout: '50', stickiness: 'default', groupId: 'imported' };
  return {
    project: 'target',
    environment: 'development',
    data: {
      features: names.map((name) => ({
        name,
        type: 'release',
        project: 'target',
        description: 'Imported',
      })),
      featureStrategies: Array.from({ length: IMPORTED_STRATEGIES }, (_, n) => ({
        name: 'flexibleRollout',
        featureName: names[n % names.length],
        parameters,
        constraints,
      })),
      featureEnvironments: names.map((name) => ({
        name,
        featureName: name,
        environment: 'development',
        enabled: true,
        variants: [],
      })),
      contextFields: [],
      featureTags: names.map((featureName) => ({
        featureName,
        tagType: 'simple',
        tagValue: 'imported',
      })),
      segments: [],
      tagTypes: [],
    },
  };
}

/** As many features as flags as code can describe at once, none of which exists. */
function largestState() {
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1', '2', '3'] }];
  const parameters = { rollout: '50', stickiness: 'default', groupId: 'planned' };
  const strategy = { name: 'flexibleRollout', parameters, constraints };
  const strategies = Array.from(
    { length: IMPORTED_STRATEGIES / IMPORTED_FEATURES },
    () => strategy,
  );
  const environments = [{ name: 'development', enabled: true, strategies }];
  const features = Array.from({ length: IMPORTED_FEATURES }, (_, n) => ({
    name: `planned-${n}`,
    project: 'target',
    description: 'Planned',
    environments,
  }));
  return { features };
}
