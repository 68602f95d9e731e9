import { Inject, Injectable } from '@nestjs/common';
import { type Caller, TokenCaller } from '../../auth/caller/caller.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { URL_NAME } from '../../http/validation/url-name.js';
import { Meters } from '../../operations/meters.js';
import { UsageWriter } from '../writing/usage-writer.js';
import { LONGEST } from '../report/body-reading.js';
import {
  readBulk,
  readRegistration,
  readUsage,
  type Report,
  type UsageReporter,
  type UsageLine,
} from '../report/report.js';

const DAY_MS = 86_400_000;

/**
 * Takes in what applications report. It is written within seconds, together with what others
 * report.
 */
@Injectable()
export class UsageIntakeService {
  constructor(
    private readonly writer: UsageWriter,
    private readonly meters: Meters,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws BadDataError */
  register(body: unknown, caller: Caller, clientIp?: string): Promise<void> {
    return this.takeIn(inEnvironmentOf(caller, readRegistration(body, clientIp)), caller);
  }

  /** @throws BadDataError */
  report(body: unknown, caller: Caller, clientIp?: string): Promise<void> {
    return this.takeIn(inEnvironmentOf(caller, readUsage(body, clientIp)), caller);
  }

  /**
   * What an edge or a proxy reports of many applications. It names environments itself: where the
   * token is for another one, it is passed over, as the reference does. @throws BadDataError
   */
  reportBulk(body: unknown, caller: Caller, clientIp?: string): Promise<void> {
    const report = readBulk(body, clientIp);
    const { environment } = caller as TokenCaller;
    const isOwn = (one: UsageReporter | UsageLine): boolean =>
      environment === undefined || one.environment === environment;
    const own = { sightings: report.sightings.filter(isOwn), usage: report.usage.filter(isOwn) };
    this.meters.lostUsage('environment', report.usage.length - own.usage.length);
    return this.takeIn(own, caller);
  }

  /**
   * What a browser or a phone reports. They are too many, and too short-lived, to be kept one by
   * one. @throws BadDataError
   */
  reportFrontend(body: unknown, caller: Caller): Promise<void> {
    const { sightings, usage } = inEnvironmentOf(caller, readUsage(body, undefined));
    return this.takeIn(
      { usage, sightings: sightings.map((one) => ({ ...one, instanceId: undefined })) },
      caller,
    );
  }

  /**
   * Checks the registration of a browser or a phone. Its application appears when it reports usage
   * (reference behaviour). @throws BadDataError
   */
  checkFrontend(body: unknown): void {
    readRegistration(body, undefined);
  }

  private takeIn({ sightings, usage }: Report, caller: Caller): Promise<void> {
    const now = Date.now();
    const oldest = (Math.floor(now / DAY_MS) - this.config.metricsRetentionDays) * DAY_MS;
    const projects = new Set((caller as TokenCaller).projects ?? ['*']);
    const named = usage.filter(isPossible);
    const possible = named.map(withPossibleVariants);
    const applications = sightings.filter(isPossibleApplication);
    const recent = possible.filter((line) => line.at >= oldest);
    this.meters.lostUsage(
      'name',
      usage.length - named.length + variantsOf(named) - variantsOf(possible),
    );
    this.meters.lostUsage('name', sightings.length - applications.length);
    this.meters.lostUsage('age', possible.length - recent.length);
    return this.writer.take(
      applications.map((one) => ({ ...one, projects })),
      // A clock that is fast must not report of the future.
      recent.map((line) => ({ ...line, at: Math.min(line.at, now) })),
      {
        key: `${caller.kind} ${caller.tokenId ?? caller.userId}`,
        isFrontend: caller.kind === 'frontend',
      },
    );
  }
}

/** The token decides the environment; one that is for all of them leaves it to the report. */
function inEnvironmentOf(caller: Caller, { sightings, usage }: Report): Report {
  const { environment } = caller as TokenCaller;
  if (environment === undefined) return { sightings, usage };
  return {
    sightings: sightings.map((one) => ({ ...one, environment })),
    usage: usage.map((one) => ({ ...one, environment })),
  };
}

/**
 * Whether there can be such a feature, application and environment. Of those that are not known
 * usage is kept all the same.
 */
function isPossible({ featureName, appName, environment }: UsageLine): boolean {
  const isFeature = featureName.length <= LONGEST.featureName && URL_NAME.test(featureName);
  return isFeature && fits(appName, LONGEST.appName) && fits(environment, LONGEST.environment);
}

function isPossibleApplication({ appName, environment, instanceId }: UsageReporter): boolean {
  const isInstance = instanceId === undefined || fits(instanceId, LONGEST.instanceId);
  return isInstance && fits(appName, LONGEST.appName) && fits(environment, LONGEST.environment);
}

const fits = (name: string, max: number): boolean => name !== '' && name.length <= max;

/** The same with the variants that have a name that can be kept. */
function withPossibleVariants(line: UsageLine): UsageLine {
  return { ...line, variants: line.variants.filter(([name]) => fits(name, LONGEST.variant)) };
}

const variantsOf = (lines: readonly UsageLine[]): number =>
  lines.reduce((sum, { variants }) => sum + variants.length, 0);
