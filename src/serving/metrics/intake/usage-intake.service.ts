import { Inject, Injectable } from '@nestjs/common';
import { type Caller, TokenCaller } from '../../../core/auth/caller/caller.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { URL_NAME } from '../../../platform/http/validation/url-name.js';
import { Meters } from '../../../platform/meters/meters.js';
import { ImpactMetrics } from '../../impact-metrics/impact-metrics.js';
import { UsageWriter } from '../writing/usage-writer.js';
import { MAX_LENGTHS } from '../report/body-reading.js';
import {
  readBulk,
  readRegistration,
  readUsage,
  type Report,
  type UsageReporter,
  type UsageLine,
} from '../report/report.js';

const DAY_MS = 86_400_000;

/** Receives reports of applications. They are buffered and written within seconds. */
@Injectable()
export class UsageIntakeService {
  constructor(
    private readonly writer: UsageWriter,
    private readonly meters: Meters,
    private readonly impact: ImpactMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws BadDataError when the body is invalid. */
  register(body: unknown, caller: Caller, clientIp?: string): Promise<void> {
    return this.receive(inEnvironmentOf(caller, readRegistration(body, clientIp)), caller);
  }

  /** @throws BadDataError when the body is invalid. */
  report(body: unknown, caller: Caller, clientIp?: string): Promise<void> {
    const report = inEnvironmentOf(caller, readUsage(body, clientIp));
    const [{ appName, environment }] = report.reporters as [UsageReporter];
    const { projects } = caller as TokenCaller;
    this.impact.receive(body, { appName, environment, projects });
    return this.receive(report, caller);
  }

  /**
   * Receives a bulk report of an edge or proxy. Lines for environments other than the token's are
   * ignored (reference behaviour).
   * @throws BadDataError when the body is invalid.
   */
  reportBulk(body: unknown, caller: Caller, clientIp?: string): Promise<void> {
    const report = readBulk(body, clientIp);
    const { environment, projects } = caller as TokenCaller;
    this.impact.receiveForwarded(body, { environment, projects });
    const isOwn = (one: UsageReporter | UsageLine): boolean =>
      environment === undefined || one.environment === environment;
    const own = { reporters: report.reporters.filter(isOwn), usage: report.usage.filter(isOwn) };
    this.meters.lostUsage('environment', report.usage.length - own.usage.length);
    return this.receive(own, caller);
  }

  /**
   * Receives usage of a browser or app. Instances are not recorded, because they are too many and
   * too short-lived.
   * @throws BadDataError when the body is invalid.
   */
  reportFrontend(body: unknown, caller: Caller): Promise<void> {
    const { reporters, usage } = inEnvironmentOf(caller, readUsage(body, undefined));
    return this.receive(
      { usage, reporters: reporters.map((one) => ({ ...one, instanceId: undefined })) },
      caller,
    );
  }

  /**
   * Validates the registration of a browser or app. The application appears when it reports usage
   * (reference behaviour).
   * @throws BadDataError when the body is invalid.
   */
  checkFrontend(body: unknown): void {
    readRegistration(body, undefined);
  }

  private receive({ reporters, usage }: Report, caller: Caller): Promise<void> {
    const now = Date.now();
    const oldest = (Math.floor(now / DAY_MS) - this.config.metricsRetentionDays) * DAY_MS;
    const projects = new Set((caller as TokenCaller).projects ?? ['*']);
    const named = usage.filter(isStorable);
    const storable = named.map(withStorableVariants);
    const applications = reporters.filter(isStorableReporter);
    const recent = storable.filter((line) => line.at >= oldest);
    this.meters.lostUsage(
      'name',
      usage.length - named.length + variantsOf(named) - variantsOf(storable),
    );
    this.meters.lostUsage('name', reporters.length - applications.length);
    this.writer.lost('age', storable.length - recent.length);
    return this.writer.add(
      applications.map((one) => ({ ...one, projects })),
      // A fast clock must not create usage in the future.
      recent.map((line) => ({ ...line, at: Math.min(line.at, now) })),
      {
        key: `${caller.kind} ${caller.tokenId ?? caller.userId}`,
        isFrontend: caller.kind === 'frontend',
      },
    );
  }
}

/** The environment of the token, or of the report for tokens that are valid in all. */
function inEnvironmentOf(caller: Caller, { reporters, usage }: Report): Report {
  const { environment } = caller as TokenCaller;
  if (environment === undefined) return { reporters, usage };
  return {
    reporters: reporters.map((one) => ({ ...one, environment })),
    usage: usage.map((one) => ({ ...one, environment })),
  };
}

/** Whether names are valid. Usage of unknown features is stored too. */
function isStorable({ featureName, appName, environment }: UsageLine): boolean {
  const isFeature = featureName.length <= MAX_LENGTHS.featureName && URL_NAME.test(featureName);
  return (
    isFeature && fits(appName, MAX_LENGTHS.appName) && fits(environment, MAX_LENGTHS.environment)
  );
}

function isStorableReporter({ appName, environment, instanceId }: UsageReporter): boolean {
  const isInstance = instanceId === undefined || fits(instanceId, MAX_LENGTHS.instanceId);
  return (
    isInstance && fits(appName, MAX_LENGTHS.appName) && fits(environment, MAX_LENGTHS.environment)
  );
}

const fits = (name: string, max: number): boolean => name !== '' && name.length <= max;

/** The line without variants whose names cannot be stored. */
function withStorableVariants(line: UsageLine): UsageLine {
  return { ...line, variants: line.variants.filter(([name]) => fits(name, MAX_LENGTHS.variant)) };
}

const variantsOf = (lines: readonly UsageLine[]): number =>
  lines.reduce((sum, { variants }) => sum + variants.length, 0);
