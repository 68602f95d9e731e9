import type { Caller } from '../../../../src/core/auth/caller/caller.js';
import type { ImportDto } from '../../../../src/exchange/transfer/import.dto.js';
import { checkOf } from '../../../../src/exchange/transfer/import-check.js';
import { planOf } from '../../../../src/exchange/transfer/import-plan.js';
import { ApplyDto } from '../../../../src/exchange/as-code/as-code.dto.js';
import { StrictPipe } from '../../../../src/exchange/as-code/as-code.controller.js';
import type { ImportSurvey } from '../../../../src/exchange/transfer/import-survey.js';

/** Other requests are served while a large file is compared with existing data. */

const FEATURES = 5_000;
const STRATEGIES = 20_000;

const survey: ImportSurvey = {
  project: { featureLimit: null, featureNaming: null, liveFeatures: 0, hasEnvironment: true },
  environmentExists: true,
  features: [],
  featureTypes: ['release'],
  definitions: [{ name: 'default', builtIn: true }],
  segments: [],
  contextFields: [{ name: 'userId', usable: true, legalValues: [] }],
  tagTypes: ['simple'],
};
const caller = { may: () => true, sees: () => true } as unknown as Caller;

function file(): ImportDto {
  const features = Array.from({ length: FEATURES }, (_, n) => ({
    name: `feature-${n}`,
    type: 'release',
  }));
  const constraints = Array.from({ length: 10 }, () => ({
    contextName: 'userId',
    operator: 'IN',
    values: ['a'],
  }));
  const featureStrategies = Array.from({ length: STRATEGIES }, (_, n) => ({
    name: 'default',
    featureName: `feature-${n % FEATURES}`,
    constraints,
    segments: [1],
  }));
  const data = {
    features,
    featureStrategies,
    featureEnvironments: [],
    featureTags: [],
    tagTypes: [],
    contextFields: [],
    segments: [],
  };
  return { project: 'default', environment: 'development', data } as unknown as ImportDto;
}

/** Number of turns that other work had meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

test('a large import is planned a slice of time at a time', async () => {
  const { data } = file();
  let planned = 0;
  expect(
    await turnsDuring(async () => (planned = (await planOf(data, survey)).length)),
  ).toBeGreaterThan(0);
  expect(planned).toBe(FEATURES);
});

test('a large import is checked a slice of time at a time, and its findings name everything once', async () => {
  const dto = file();
  const findings: string[][] = [];
  const turns = await turnsDuring(async () => {
    for (const { affectedItems } of (await checkOf(dto, survey, caller, [])).errors)
      findings.push(affectedItems);
  });
  expect(turns).toBeGreaterThan(0);
  expect(findings).toEqual([['1']]);
});

test('a list of flags as code that is too long is refused without a look at each item', async () => {
  const seen = Array.from({ length: 60_000 }, (_, n) => `text-${n}`);
  const body = { owner: 'shop', hash: 'a'.repeat(64), state: {}, seen };
  let steps = 0;
  let isOver = false;
  const count = (): void => {
    steps++;
    if (!isOver) queueMicrotask(count);
  };
  count();
  const refusal = await new StrictPipe(ApplyDto).transform(body).catch(String);
  isOver = true;
  expect(refusal).toContain('/body/seen must not have more than 50000 items.');
  expect(steps).toBeLessThan(1_000);
});
