import { BodyReading, LONGEST } from './body-reading.js';

/** How often an application evaluated a feature. */
export interface UsageLine {
  featureName: string;
  appName: string;
  environment: string;
  /** When, in milliseconds since 1970. */
  at: number;
  yes: number;
  no: number;
  /** How often each variant was given. */
  variants: [name: string, count: number][];
}

/** That an application runs. */
export interface UsageReporter {
  appName: string;
  environment: string;
  /** Which process of it; `undefined` when that is not told, or not to be kept. */
  instanceId: string | undefined;
  sdkVersion: string | undefined;
  /** Names of the kinds of strategies that it knows; `undefined` when it does not tell. */
  strategies: string[] | undefined;
  clientIp: string | undefined;
}

/** What came in with one request. */
export interface Report {
  sightings: UsageReporter[];
  usage: UsageLine[];
}

const DEFAULT_INSTANCE = 'default';
const DEFAULT_ENVIRONMENT = 'default';
/** Bounds the memory that one application takes. */
const MAX_STRATEGIES = 200;

/** Reads the body of a registration. @throws BadDataError that names everything that is wrong. */
export function readRegistration(body: unknown, clientIp: string | undefined): Report {
  const reading = new BodyReading();
  const sent = reading.object(body, '/body');
  const sighting = readApplication(reading, sent, '/body', clientIp);
  reading.moment(sent['started'], '/body/started');
  reading.amount(sent['interval'], '/body/interval');
  sighting.strategies = readStrategies(reading, sent['strategies'], '/body/strategies');
  reading.finish();
  return { sightings: [sighting], usage: [] };
}

/**
 * Reads the body of a report of usage. @throws BadDataError that names everything that is wrong.
 */
export function readUsage(body: unknown, clientIp: string | undefined): Report {
  const reading = new BodyReading();
  const sent = reading.object(body, '/body');
  const sighting = readApplication(reading, sent, '/body', clientIp);
  const bucket = reading.object(sent['bucket'], '/body/bucket');
  reading.moment(bucket['start'], '/body/bucket/start');
  const at = reading.moment(bucket['stop'], '/body/bucket/stop');
  const toggles = Object.entries(reading.object(bucket['toggles'], '/body/bucket/toggles'));
  const { appName, environment } = sighting;
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
  return { sightings: [sighting], usage };
}

/** Reads the body of a bulk report. @throws BadDataError that names everything that is wrong. */
export function readBulk(body: unknown, clientIp: string | undefined): Report {
  const reading = new BodyReading();
  const sent = reading.object(body, '/body');
  const sightings = reading.list(sent['applications'], '/body/applications').map((one, index) => {
    const path = `/body/applications/${index}`;
    const application = reading.object(one, path);
    const { strategies } = application;
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
  return { sightings, usage };
}

function readApplication(
  reading: BodyReading,
  sent: Record<string, unknown>,
  path: string,
  clientIp: string | undefined,
): UsageReporter {
  return {
    appName: reading.text(sent['appName'], `${path}/appName`, LONGEST.appName),
    environment:
      reading.optionalText(sent['environment'], `${path}/environment`, LONGEST.environment) ??
      DEFAULT_ENVIRONMENT,
    instanceId:
      reading.optionalText(sent['instanceId'], `${path}/instanceId`, LONGEST.instanceId) ??
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
  return reading.optionalText(sdkVersion, `${path}/sdkVersion`, LONGEST.sdkVersion);
}

/** The names of strategies; what cannot be one, or is one too many, is left out. */
function readStrategies(reading: BodyReading, value: unknown, path: string): string[] {
  const names = reading
    .list(value, path)
    .filter((name) => typeof name === 'string' && name !== '' && name.length <= LONGEST.strategy);
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
