import { ResponseMemory } from '../../../../src/serving/sdk-api/cache/cached-response.js';
import { ClientFeaturesCache } from '../../../../src/serving/sdk-api/features/cached-features.js';
import { EnvironmentSnapshot } from '../../../../src/serving/sdk-api/snapshot/environment-snapshot.js';
import { Segments } from '../../../../src/serving/sdk-api/snapshot/segments.js';
import { loadConfig } from '../../../../src/platform/config/load-config.js';

const state = new EnvironmentSnapshot('development', new Segments(), '1:1:');

function newAnswers(): (namePrefix: string, owner?: string) => object {
  const answers = new ClientFeaturesCache(new ResponseMemory(loadConfig({})));
  return (namePrefix, owner = `client ${namePrefix}`) =>
    answers.of(
      { query: { namePrefix, inlineSegmentConstraints: false }, hidden: [] },
      owner,
      state,
    );
}

test('the cache keeps the responses that are requested, and removes the others', () => {
  const of = newAnswers();
  const [asked, forgotten] = [of('asked'), of('forgotten')];

  for (let n = 0; n < 2_500; n++) {
    of(`other-${n}`);
    expect(of('asked')).toBe(asked);
  }

  expect(of('forgotten')).not.toBe(forgotten);
});

test('a token that asks for very many different things displaces nothing but its own', () => {
  const of = newAnswers();
  const [others, own] = [of('of-others', 'client 1'), of('own', 'client 2')];

  for (let n = 0; n < 2_500; n++) of(`other-${n}`, 'client 2');

  expect(of('of-others', 'client 1')).toBe(others);
  expect(of('own', 'client 2')).not.toBe(own);
});
