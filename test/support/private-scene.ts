import { InstanceInsightsJob } from '../../src/instance/insights/instance-insights.job.js';
import { TokenUseWriter } from '../../src/access/api-token/token-uses.js';
import { UsageWriter } from '../../src/serving/metrics/writing/usage-writer.js';
import { MEMBER_ROLE } from '../../src/core/auth/permissions/role-permissions.js';
import type { Api } from './api.js';
import { role, somebody, type Somebody } from './grants.js';
import { TestService } from './service.js';

const ADMIN = '/api/admin';
/**
 * A text that is part of all names in the private project and of no others, so that a leak can be
 * found.
 */
export const SECRET = `hush${Math.random().toString(36).slice(2, 8)}`;
/** A text that is part of all names in the open project. */
export const OPEN = 'plain';

/** The objects in a project. */
export interface Contents {
  project: string;
  feature: string;
  child: string;
  archived: string;
  /** A deleted feature for which applications still ask. */
  deleted: string;
  segment: number;
  strategy: string;
  application: string;
  /** Id of a token of the project. */
  token: string;
  addon: number;
  schedule: number;
  changeRequest: number;
  contextField: string;
}

const body = async (test: PromiseLike<{ body: unknown }>): Promise<Record<string, string>> =>
  (await test).body as Record<string, string>;

/**
 * Tables that any request can change: times of last use, denied requests, and counts that are
 * updated later.
 */
const BACKGROUND = [
  ...['session', 'app_user', 'personal_token', 'api_token', 'token_use', 'denied_request'],
  ...['event_total_tally', 'event_type_tally', 'event_hour_tally', 'event_tally_horizon'],
  ...['event_seal', 'event_seal_cursor', 'event_seal_node', 'sdk_instance', 'late_serving'],
  ...['event_project_tally', 'feature_first_on', 'feature_count', 'usage_loss'],
  ...['connection_sketch', 'traffic_day'],
  ...['insight_day', 'insight_project_day', 'insight_usage_day'],
];

/**
 * A service with an open and a private project that contain objects of every kind, and users with
 * and without access to the private one.
 */
export class PrivateScene {
  private constructor(
    readonly service: TestService,
    readonly open: Contents,
    readonly hidden: Contents,
    readonly member: Somebody,
    /** Users without a role in the private project, by their other permissions. */
    readonly outsiders: Record<string, Somebody>,
  ) {}

  static async start(): Promise<PrivateScene> {
    const service = await TestService.start();
    const { api } = service;
    for (const [id, mode] of [
      [OPEN, 'open'],
      [SECRET, 'private'],
    ] as const)
      await service.given.project({
        id: `${id}-project`,
        name: `The ${id} project`,
        mode,
        environments: ['development', 'production'],
      });
    const member = await somebody(service, 'Viewer', { [`${SECRET}-project`]: MEMBER_ROLE });
    const hidden = await contents(service, SECRET, member.api);
    const open = await contents(service, OPEN, member.api);
    // A segment that was moved out of the private project, and a token that is valid in both
    // projects.
    const { id, name, constraints } = await body(
      api
        .post(`${ADMIN}/segments`, { name: 'moved out', project: hidden.project, constraints: [] })
        .expect(201),
    );
    await api.put(`${ADMIN}/segments/${id}`, { name, constraints, project: null }).expect(204);
    const both = {
      tokenName: 'of both',
      type: 'client',
      environment: 'development',
      projects: [open.project, hidden.project],
    };
    await api.post(`${ADMIN}/api-tokens`, both).expect(201);
    await api
      .post(`${ADMIN}/features-batch/export`, {
        environment: 'development',
        project: hidden.project,
      })
      .expect(200);
    await api
      .post(`${ADMIN}/features-batch/export`, {
        environment: 'development',
        features: [hidden.feature, hidden.deleted, open.feature],
      })
      .expect(200);
    await service.service.app.get(InstanceInsightsJob, { strict: false }).run();
    const wide = [
      'READ_LOGS',
      'ENVIRONMENT',
      'TAG_TYPE',
      'SEGMENT',
      'CLIENT_API_TOKEN',
      'CONTEXT_FIELD',
      'STRATEGY',
      'ADDON',
    ].flatMap((one) =>
      one.startsWith('READ')
        ? [one]
        : ['CREATE', 'READ', 'UPDATE', 'DELETE'].map((action) => `${action}_${one}`),
    );
    const outsiders = {
      editor: await somebody(service, 'Editor'),
      viewer: await somebody(service, 'Viewer', { [open.project]: MEMBER_ROLE }),
      keeper: await somebody(
        service,
        await role(service, 'root-custom', ...wide, 'UPDATE_APPLICATION', 'UPDATE_FEATURE'),
      ),
    };
    return new PrivateScene(service, open, hidden, member, outsiders);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /**
   * A digest of all tables that contain something of the private project, to detect changes by
   * outsiders.
   */
  async digest(): Promise<string> {
    const tables = await this.service.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1) ORDER BY 1`,
      [BACKGROUND],
    );
    const digests = tables.map(
      ({ name }) =>
        `(SELECT '${name} ' || COALESCE(md5(string_agg(t::text, ',' ORDER BY t::text)), '') FROM "${name}" t)`,
    );
    const [row] = await this.service.sql<{ all: string[] }>(
      `SELECT ARRAY[${digests.join(', ')}] AS "all"`,
    );
    return row!.all.join('\n');
  }
}

/** Creates objects of every kind in a project; all names begin with the prefix. */
async function contents(service: TestService, prefix: string, member: Api): Promise<Contents> {
  const { api } = service;
  const project = `${prefix}-project`;
  const features = `${ADMIN}/projects/${project}/features`;
  const names = {
    feature: `${prefix}-feature`,
    child: `${prefix}-child`,
    archived: `${prefix}-archived`,
    deleted: `${prefix}-deleted`,
  };
  for (const name of Object.values(names))
    await api.post(features, { name, description: `About ${prefix}` }).expect(201);
  const { feature, child, archived, deleted } = names;
  const segment = Number(
    (
      await body(
        api
          .post(`${ADMIN}/segments`, { name: `${prefix} segment`, project, constraints: [] })
          .expect(201),
      )
    )['id'],
  );
  const constraints = [{ contextName: 'userId', operator: 'IN', values: [prefix] }];
  const development = `${features}/${feature}/environments/development`;
  const strategy = (
    await body(
      api
        .post(`${development}/strategies`, {
          name: 'default',
          title: prefix,
          segments: [segment],
          constraints,
        })
        .expect(200),
    )
  )['id']!;
  await api.post(`${development}/on`).expect(200);
  await api.post(`${features}/${child}/dependencies`, { feature }).expect(200);
  await api
    .post(`${ADMIN}/features/${feature}/tags`, {
      type: 'simple',
      value: `tag of ${project === `${SECRET}-project` ? 'one' : 'other'}`,
    })
    .expect(201);
  await member.post(`${features}/${feature}/favorites`).expect(200);
  await member.post(`${ADMIN}/projects/${project}/favorites`).expect(200);
  await api
    .post(`${features}/${feature}/lifecycle/complete`, { status: 'kept', statusValue: prefix })
    .expect(200);
  const references = [feature, archived, deleted].map((name, line) => ({
    ...{ feature: name, file: `${prefix}/file.ts`, line: line + 1 },
  }));
  await api
    .put(`${ADMIN}/projects/${project}/code-references`, {
      ...{ repository: `${prefix}/code`, revision: prefix, references },
      urlTemplate: `https://example.com/${prefix}/{{file}}`,
    })
    .expect(200);
  for (const name of [archived, deleted]) await api.delete(`${features}/${name}`).expect(202);
  await member.post(`${features}/${archived}/favorites`).expect(200);
  await api.delete(`${ADMIN}/archive/${deleted}`).expect(200);
  const token = await body(
    api
      .post(`${ADMIN}/api-tokens`, {
        tokenName: `${prefix} token`,
        type: 'client',
        environment: 'development',
        projects: [project],
      })
      .expect(201),
  );
  const application = `${prefix}-application`;
  await used(service, token['secret']!, application, [feature, deleted]);
  await api
    .post(`${ADMIN}/metrics/applications/${application}`, { description: `Of ${prefix}` })
    .expect(202);
  const addon = {
    provider: 'webhook',
    enabled: false,
    events: ['feature-created'],
    parameters: { url: 'https://example.com' },
    projects: [project],
  };
  const { id } = await body(api.post(`${ADMIN}/addons`, addon).expect(201));
  return {
    project,
    ...names,
    segment,
    strategy,
    application,
    token: token['id']!,
    addon: Number(id),
    ...(await planned(service, prefix, feature)),
  };
}

/**
 * Creates planned changes of a feature in production, its link, and further objects of its project.
 */
async function planned(
  { api }: TestService,
  prefix: string,
  feature: string,
): Promise<Pick<Contents, 'schedule' | 'changeRequest' | 'contextField'>> {
  const project = `${ADMIN}/projects/${prefix}-project`;
  const production = `${project}/features/${feature}/environments/production`;
  const link = { url: `https://example.com/${prefix}`, title: prefix };
  await api.post(`${project}/features/${feature}/link`, link).expect(204);
  const linkTemplates = [{ urlTemplate: `https://example.com/${prefix}/{{feature}}` }];
  await api.put(`${project}/settings`, { linkTemplates }).expect(200);
  const contextField = `${prefix}-field`;
  await api.post(`${project}/context`, { name: contextField }).expect(201);
  const milestones = [{ name: 'Everybody', strategies: [{ strategyName: 'default' }] }];
  const template = await body(
    api
      .post(`${ADMIN}/release-plan-templates`, { name: `For ${feature.length}`, milestones })
      .expect(200),
  );
  const plan = { templateId: template['id'] };
  await api.post(`${production}/release-plans`, plan).expect(200);
  const schedule = { action: 'off', at: new Date(Date.now() + 86_400_000).toISOString() };
  const { id: scheduled } = await body(api.post(`${production}/schedule`, schedule).expect(201));
  await api
    .put(`${project}/environments/production/change-requests/config`, {
      changeRequestsEnabled: true,
      requiredApprovals: 1,
    })
    .expect(204);
  const payload = { name: 'default', title: prefix };
  const { id: proposed } = await body(
    api
      .post(`${project}/environments/production/change-requests`, {
        ...{ action: 'addStrategy', feature, payload },
      })
      .expect(200),
  );
  await api
    .put(`${project}/change-requests/${proposed}/state`, { state: 'In review', comment: prefix })
    .expect(200);
  return { schedule: Number(scheduled), changeRequest: Number(proposed), contextField };
}

/** Registers an application with a token, and reports that it used features. */
async function used(
  service: TestService,
  token: string,
  appName: string,
  features: string[],
): Promise<void> {
  const sdk = service.api.as({ token });
  const now = new Date();
  const registered = {
    appName,
    instanceId: '1',
    sdkVersion: 'unleash-client-node:4.0.0',
    strategies: ['default'],
    started: now,
    interval: 1000,
  };
  await sdk.post('/api/client/register', registered).expect(202);
  const toggles = Object.fromEntries(features.map((name) => [name, { yes: 1, no: 0 }]));
  await sdk
    .post('/api/client/metrics', {
      appName,
      instanceId: '1',
      bucket: { start: now, stop: now, toggles },
    })
    .expect(202);
  const { app } = service.service;
  await app.get(UsageWriter).write();
  // Otherwise its event is recorded up to 30 seconds later, between two digests.
  await app.get(TokenUseWriter).write();
}
