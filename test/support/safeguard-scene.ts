import { UsageWriter } from '../../src/serving/metrics/writing/usage-writer.js';
import { SafeguardJobs } from '../../src/safety/safeguard/safeguard-check.js';
import { give, OWNER, type SignedIn, somebody } from './access.js';
import type { Api, HttpCall } from './api.js';
import { eventsOf } from './events.js';
import { unique } from './given.js';
import type { TestService } from './service.js';

/** Usage of a feature, as SDKs report it. */
export interface Counts {
  yes?: number;
  no?: number;
  variants?: Record<string, number>;
}

/** What a safeguard watches. */
export const metric = (aggregationMode: string, labelSelectors: object = {}) => ({
  metricName: 'evaluations',
  timeRange: 'hour',
  aggregationMode,
  labelSelectors,
});

/** A safeguard. */
export const limit = (operator: string, threshold: number, impactMetric: object, more = {}) => ({
  impactMetric,
  triggerCondition: { operator, threshold },
  ...more,
});

/** Turns off above 10 evaluations in an hour. */
export const ABOVE_TEN = limit('>', 10, metric('count'));

/** A safeguard as responses show it. */
export interface Safeguard {
  id: string;
  checkedAt: string | null;
  crossedSince: string | null;
  triggeredAt: string | null;
  triggeredValue: number | null;
  problem: string | null;
}

/** A project with features that have safeguards, and an owner of it. */
export class SafeguardScene {
  private constructor(
    readonly service: TestService,
    readonly project: string,
    readonly owner: SignedIn,
    private readonly token: string,
  ) {}

  static async create(service: TestService): Promise<SafeguardScene> {
    const project = await service.given.project();
    const owner = await somebody(service);
    await give(service, project, [OWNER], { users: [owner.id] });
    const token = { tokenName: unique(), type: 'client', environment: 'production' };
    const { body } = await service.api
      .post('/api/admin/api-tokens', { ...token, projects: [project] })
      .expect(201);
    return new SafeguardScene(service, project, owner, body.secret as string);
  }

  at(feature: string): string {
    return `/api/admin/projects/${this.project}/features/${feature}/environments/production`;
  }

  /** A feature that is on in production. */
  async feature(): Promise<string> {
    const name = unique();
    const path = `/api/admin/projects/${this.project}/features`;
    await this.service.api.post(path, { name }).expect(201);
    await this.turn('on', name);
    return name;
  }

  /** A feature that is on, with a safeguard that has begun to count. */
  async guarded(safeguard: object = ABOVE_TEN): Promise<string> {
    const feature = await this.feature();
    await this.set(feature, safeguard).expect(200);
    await this.check();
    return feature;
  }

  async turn(state: 'on' | 'off', feature: string): Promise<void> {
    await this.service.api.post(`${this.at(feature)}/${state}`).expect(200);
  }

  async isOn(feature: string): Promise<boolean> {
    return (await this.service.api.get(this.at(feature)).expect(200)).body.enabled as boolean;
  }

  set(feature: string, safeguard: object, api: Api = this.owner.api): HttpCall {
    return api.put(`${this.at(feature)}/safeguards`, safeguard);
  }

  /** The only safeguard of a feature. */
  async only(feature: string): Promise<Safeguard> {
    const { body } = await this.owner.api.get(`${this.at(feature)}/safeguards`).expect(200);
    expect(body.safeguards).toHaveLength(1);
    return (body.safeguards as Safeguard[])[0]!;
  }

  /** Reports evaluations like an application does, and waits until they are stored. */
  async report(feature: string, counts: Counts, at = new Date()): Promise<void> {
    const moment = at.toISOString();
    const bucket = { start: moment, stop: moment, toggles: { [feature]: counts } };
    await this.service.api
      .as({ token: this.token })
      .post('/api/client/metrics', { appName: 'shop', instanceId: 'one', bucket })
      .expect(202);
    await this.service.service.app.get(UsageWriter).write();
  }

  /** Reports values of a metric of an application. */
  async reportMetric(name: string, count: number, sum: number): Promise<void> {
    const now = new Date().toISOString();
    const samples = [{ labels: {}, count, sum }];
    await this.service.api
      .as({ token: this.token })
      .post('/api/client/metrics', {
        appName: 'shop',
        environment: 'production',
        bucket: { start: now, stop: now, toggles: {} },
        impactMetrics: [{ name, type: 'histogram', samples }],
      })
      .expect(202);
  }

  /** Checks all safeguards of features that are on. */
  async check(service = this.service): Promise<void> {
    await service.service.app.get(SafeguardJobs).watch(false, 0);
  }

  /** Lets a limit be crossed since some minutes ago. */
  async crossedFor(feature: string, minutes: number): Promise<void> {
    await this.service.sql(
      `UPDATE feature_safeguard SET crossed_since = now() - make_interval(mins => $2)
        WHERE feature_name = $1`,
      [feature, minutes],
    );
  }

  triggers(feature: string) {
    return eventsOf(this.service, feature, 'feature-safeguard-triggered');
  }

  /** The events of turning a feature off, as the audit log shows them. */
  async offs(feature: string): Promise<{ id: number }[]> {
    const { body } = await this.service.api.get(`/api/admin/events/${feature}`).expect(200);
    return (body.events as { id: number; type: string }[]).filter(
      ({ type }) => type === 'feature-environment-disabled',
    );
  }
}
