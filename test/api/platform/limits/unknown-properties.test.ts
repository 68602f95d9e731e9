import { setTimeout as sleep } from 'node:timers/promises';
import { validated } from '../../../../src/platform/http/validation/validation.pipe.js';
import { RefuseUnknown } from '../../../../src/platform/http/validation/unknown-keys.js';
import { ListOf, Text } from '../../../../src/platform/http/validation/shape.decorators.js';
import { expectResponsive } from '../../../support/event-loop.js';

@RefuseUnknown()
class StrictItem {
  @Text() name: string;
}
class Body {
  @Text() title: string;
  @ListOf(() => StrictItem, { optional: true }) strict?: StrictItem[];
}

/** Checking the properties one by one would take much longer. */
const CEILING_MS = 1_000;
const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`key${n}`, n]));

test('properties that a class does not know are dropped before it is checked, however many there are', async () => {
  const body = { ...many, title: 'a' };
  expect({ ...(await validated(Body, body, '/body')) }).toEqual({ title: 'a' });
  await expectResponsive(async () => {
    await sleep(20); // so that code is compiled before the measurement
    await validated(Body, body, '/body');
  }, CEILING_MS);
});

test('an object in place of a text is refused without a look at all of it', async () => {
  await expectResponsive(async () => {
    await sleep(20);
    await expect(validated(Body, { title: many }, '/body')).rejects.toThrow();
  }, CEILING_MS);
});

test('the number of refused properties that are listed is limited like other errors', async () => {
  const body = { title: 'a', strict: [{ ...many, name: 'b' }] };
  const refusal = validated(Body, body, '/body').catch((error: Error) => error.message);
  expect(await refusal).toMatch(/must not have the property key0, key1/);
  expect(String(await refusal).length).toBeLessThan(1_000);
});
