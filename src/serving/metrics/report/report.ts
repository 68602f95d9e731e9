import { BodyReading, MAX_LENGTHS } from './body-reading.js';

/** Evaluations of a feature by an application. */
export interface UsageLine {
  featureName: string;
  appName: string;
  environment: string;
  /** Time in milliseconds since 1970. */
  at: number;
  yes: number;
  no: number;
  /** Number of evaluations by variant. */
  variants: [name: string, count: number][];
}

/** A running application. */
export interface UsageReporter {
  appName: string;
  environment: string;
  /** Instance id; `undefined` when not reported or not recorded. */
  instanceId: string | undefined;
  sdkVersion: string | undefined;
  /** Names of supported strategies; `undefined` when not reported. */
  strategies: string[] | undefined;
  clientIp: string | undefined;
}

/** The content of one request. */
export interface Report {
  reporters: UsageReporter[];
  usage: UsageLine[];
}

const DEFAULT_INSTANCE = 'default';
const DEFAULT_ENVIRONMENT = 'default';
/** Upper bound on strategies per application. */
const MAX_STRATEGIES = 200;

/**
 * Parses a registration.
 * @throws BadDataError with all problems.
 */
export function readRegistration(body: unknown, clientIp: string | undefined): Report {
  const reading = new BodyReading();
  const sent = reading.object(body, '/body');
  const application = readApplication(reading, sent, '/body', clientIp);
  reading.moment(sent['started'], '/body/started');
  reading.amount(sent['interval'], '/body/interval');
  application.strategies = readStrategies(reading, sent['strategies'], '/body/strategies');
  reading.finish();
  return { reporters: [application], usage: [] };
}

/**
 * Parses a usage report.
 * @throws BadDataError with all problems.
 */
export function readUsage(body: unknown, clientIp: string | undefined): Report {
  const reading = new BodyReading();
  const sent = reading.object(body, '/body');
  const application = readApplication(reading, sent, '/body', clientIp);
  // Some SDKs report metrics of their application between two buckets.
  if (sent['bucket'] === undefined && Array.isArray(sent['impactMetrics'])) {
    reading.finish();
    return { reporters: [application], usage: [] };
  }
  const bucket = reading.object(sent['bucket'], '/body/bucket');
  reading.moment(bucket['start'], '/body/bucket/start');
  const at = reading.moment(bucket['stop'], '/body/bucket/stop');
  const toggles = Object.entries(reading.object(bucket['toggles'], '/body/bucket/toggles'));
  const { appName, environment } = application;
  const usage = toggles.map(([featureName, counted]) => {
    const path = `/body/bucket/toggles/${featureName}`;
    return {
      featureName,
      appName,
      environment,
      at,
      ...readCounts(reading, reading.object(counted, path), path),
    };
  });
  reading.finish();
  return { reporters: [application], usage };
}

/**
 * Parses a bulk report.
 * @throws BadDataError with all problems.
 */
export function readBulk(body: unknown, clientIp: string | undefined): Report {
  const reading = new BodyReading();
  const sent = reading.object(body, '/body');
  const reporters = reading.list(sent['applications'], '/body/applications').map((one, index) => {
    const path = `/body/applications/${index}`;
    const application = reading.object(one, path);
    const { strategies, started } = application;
    if (started !== undefined && started !== null) reading.moment(started, `${path}/started`);
    return {
      appName: reading.name(application['appName'], `${path}/appName`),
      environment: reading.name(application['environment'], `${path}/environment`),
      instanceId: reading.name(application['instanceId'], `${path}/instanceId`) || DEFAULT_INSTANCE,
      sdkVersion: readSdk(reading, application, path),
      clientIp,
      strategies:
        strategies === undefined || strategies === null
          ? undefined
          : readStrategies(reading, strategies, `${path}/strategies`),
    };
  });
  const usage = reading
    .list(sent['metrics'], '/body/metrics')
    .map((one, index) => readLine(reading, one, `/body/metrics/${index}`));
  reading.finish();
  return { reporters, usage };
}

function readApplication(
  reading: BodyReading,
  sent: Record<string, unknown>,
  path: string,
  clientIp: string | undefined,
): UsageReporter {
  return {
    appName: reading.text(sent['appName'], `${path}/appName`, MAX_LENGTHS.appName),
    environment:
      reading.optionalText(sent['environment'], `${path}/environment`, MAX_LENGTHS.environment) ??
      DEFAULT_ENVIRONMENT,
    instanceId:
      reading.optionalText(sent['instanceId'], `${path}/instanceId`, MAX_LENGTHS.instanceId) ??
      DEFAULT_INSTANCE,
    sdkVersion: readSdk(reading, sent, path),
    strategies: undefined,
    clientIp,
  };
}

function readSdk(
  reading: BodyReading,
  { sdkVersion }: Record<string, unknown>,
  path: string,
): string | undefined {
  return reading.optionalText(sdkVersion, `${path}/sdkVersion`, MAX_LENGTHS.sdkVersion);
}

/** The names of strategies; invalid and excess ones are omitted. */
function readStrategies(reading: BodyReading, value: unknown, path: string): string[] {
  const names = reading
    .list(value, path)
    .filter(
      (name) => typeof name === 'string' && name !== '' && name.length <= MAX_LENGTHS.strategy,
    );
  return [...new Set(names as string[])].slice(0, MAX_STRATEGIES);
}

function readLine(reading: BodyReading, value: unknown, path: string): UsageLine {
  const sent = reading.object(value, path);
  const { timestamp } = sent;
  return {
    featureName: reading.name(sent['featureName'], `${path}/featureName`),
    appName: reading.name(sent['appName'], `${path}/appName`),
    environment: reading.name(sent['environment'], `${path}/environment`),
    at:
      timestamp === undefined || timestamp === null
        ? Date.now()
        : reading.moment(timestamp, `${path}/timestamp`),
    ...readCounts(reading, sent, path),
  };
}

function readCounts(
  reading: BodyReading,
  sent: Record<string, unknown>,
  path: string,
): Pick<UsageLine, 'yes' | 'no' | 'variants'> {
  const variants =
    sent['variants'] === undefined || sent['variants'] === null
      ? {}
      : reading.object(sent['variants'], `${path}/variants`);
  return {
    yes: reading.count(sent['yes'], `${path}/yes`),
    no: reading.count(sent['no'], `${path}/no`),
    variants: Object.entries(variants).map(([name, count]) => [
      name,
      reading.count(count, `${path}/variants/${name}`),
    ]),
  };
}
