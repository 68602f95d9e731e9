import { Unleash, type UnleashConfig } from 'unleash-client';
import { unique } from '../support/given.js';
import { TestService } from '../support/service.js';
import {
  environmentsOf,
  type SpecCase,
  specifications,
  SpecificationLoader,
  type SpecVariant,
  USUAL,
} from './specification.js';
import { until } from '../support/waiting.js';
import { endSdk } from '../support/sdk.js';

/**
 * The data files with which every official SDK is tested, applied to the frontend API and the real
 * Node SDK.
 */
let service: TestService;
let loader: SpecificationLoader;
const environments = new Set(specifications().flatMap(environmentsOf));
const tokens = new Map<string, { client: string; frontend: string }>();
beforeAll(async () => {
  service = await TestService.start();
  loader = new SpecificationLoader(service);
  for (const environment of environments) {
    await service.api.post('/api/admin/environments', { name: environment, type: 'test' });
    await service.api.post('/api/admin/projects/default/environments', { environment });
    tokens.set(environment, {
      client: await token('client', environment),
      frontend: await token('frontend', environment),
    });
  }
});
afterAll(() => service.stop());

async function token(type: string, environment: string): Promise<string> {
  const { body } = await service.api
    .post('/api/admin/api-tokens', {
      tokenName: unique(type),
      type,
      environment,
      projects: ['default'],
    })
    .expect(201);
  return body.secret as string;
}

const OFF: SpecVariant = { name: 'disabled', enabled: false, feature_enabled: false };

/** The frontend API's result for a feature; nothing when it is off. */
async function asBrowser({ context, toggleName }: SpecCase<unknown>): Promise<SpecVariant> {
  const api = service.api.as({ token: tokens.get(context.environment ?? USUAL)!.frontend });
  const { body } = await api.post('/api/frontend', { context }).expect(200);
  const found = (
    body.toggles as { name: string; variant: SpecVariant & { featureEnabled?: boolean } }[]
  ).find((one) => one.name === toggleName);
  if (!found) return OFF;
  const { name, enabled, payload, feature_enabled } = found.variant;
  return { name, enabled, ...(payload ? { payload } : {}), feature_enabled };
}

/** Starts a Node SDK for each environment of a file. */
async function startSdks(
  names: string[],
  experimentalMode?: UnleashConfig['experimentalMode'],
  refreshInterval = 3_600_000,
): Promise<Map<string, Unleash>> {
  const started = names.map(async (environment): Promise<[string, Unleash]> => {
    const unleash = new Unleash({
      appName: 'specification',
      environment,
      url: `${service.url}/api/`,
      customHeaders: { Authorization: tokens.get(environment)!.client },
      disableMetrics: true,
      ...(experimentalMode ? { experimentalMode } : {}),
      refreshInterval,
      skipInstanceCountWarning: true,
      storageProvider: { get: async () => undefined, set: async () => undefined },
    });
    await new Promise((resolve, reject) =>
      unleash.once('synchronized', resolve).on('error', reject),
    );
    return [environment, unleash];
  });
  return new Map(await Promise.all(started));
}

/** What a request to the frontend API always has, in the files whose results depend on it. */
const FILLED_IN: Record<string, 'remoteAddress' | 'sessionId'> = {
  '04-gradual-rollout-session-id-strategy': 'sessionId',
  '06-remote-address-strategy': 'remoteAddress',
};

describe.each(specifications())('$name', (specification) => {
  let sdks = new Map<string, Unleash>();
  beforeAll(async () => {
    await loader.load(specification);
    sdks = await startSdks(environmentsOf(specification));
  });
  afterAll(async () => {
    [...sdks.values()].forEach(endSdk);
    await loader.clear();
  });

  if (specification.tests) {
    test.each(specification.tests)('$description', async (one) => {
      const { context, toggleName, expectedResult } = one;
      // The frontend API fills in a missing address and session, like the reference.
      const filledIn = FILLED_IN[specification.name];
      if (!filledIn || context[filledIn])
        expect((await asBrowser(one)).feature_enabled).toBe(expectedResult);
      expect(sdks.get(context.environment ?? USUAL)!.isEnabled(toggleName, context)).toBe(
        expectedResult,
      );
    });
  }

  if (specification.variantTests) {
    test.each(specification.variantTests)('variant: $description', async (one) => {
      const { context, toggleName, expectedResult } = one;
      const expected = { feature_enabled: expect.any(Boolean), ...expectedResult };
      expect(await asBrowser(one)).toEqual(expected);
      const { name, enabled, payload, feature_enabled } = sdks
        .get(context.environment ?? USUAL)!
        .getVariant(toggleName, context);
      expect({ name, enabled, ...(payload ? { payload } : {}), feature_enabled }).toEqual(expected);
    });
  }
});

const MODES: UnleashConfig['experimentalMode'][] = [
  { type: 'streaming' },
  { type: 'polling', format: 'delta' },
];

/**
 * The files with deltas, as an SDK with delta support gets them: first the state before it starts,
 * then the changes.
 */
describe.each(specifications().filter(({ state }) => state.events))(
  '$name, change by change',
  (specification) => {
    test.each(MODES)('in the mode %p', async (mode) => {
      const before = await startSdks(environmentsOf(specification), mode, 50);
      await loader.load(specification);
      const after = await startSdks(environmentsOf(specification), mode, 50);
      try {
        for (const { context, toggleName, expectedResult } of specification.tests ?? []) {
          for (const sdk of [before, after]) {
            const isEnabled = (): boolean =>
              sdk.get(context.environment ?? USUAL)!.isEnabled(toggleName, context);
            await until(() => isEnabled() === expectedResult);
          }
        }
      } finally {
        [...before.values(), ...after.values()].forEach(endSdk);
        await loader.clear();
      }
    });
  },
);
