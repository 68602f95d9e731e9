import { at } from '../../../support/api.js';
import { expectResponsive } from '../../../support/event-loop.js';
import { TestService } from '../../../support/service.js';

/** Tests that a JSON Patch with many steps neither blocks the service nor creates large values. */

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const refusalOf = async (path: string, steps: readonly object[]): Promise<string> => {
  const { body } = await service.api.patch(path, steps as object).expect(400);
  return body.message as string;
};

test('a value is not moved into itself, which would have no end', async () => {
  const path = at(await service.given.feature());
  const message = await refusalOf(path, [{ op: 'move', from: '', path: '/itself' }]);
  expect(message).toContain('moves a value into itself');
});

test('a list of variants is not moved into itself either', async () => {
  const path = `${at(await service.given.feature())}/variants`;
  const message = await refusalOf(path, [{ op: 'move', from: '', path: '/0' }]);
  expect(message).toContain('moves a value into itself');
});

test('a step takes no longer because the patch has made the object large', async () => {
  const path = at(await service.given.feature());
  const large = Array.from({ length: 7_000 }, () => []);
  const steps = [
    { op: 'add', path: '/large', value: large },
    ...Array.from({ length: 4 }, (_, n) => ({ op: 'copy', from: '/large', path: `/copy${n}` })),
    ...Array.from({ length: 990 }, () => ({ op: 'copy', from: '/type', path: '/type' })),
  ];
  await expectResponsive(() => refusalOf(path, steps));
});

test('the result of a patch cannot be nested deeper than a body', async () => {
  const path = at(await service.given.feature());
  const deeper = { op: 'copy', from: '/description', path: '/description/a' };
  const steps = [{ op: 'add', path: '/description', value: {} }, ...Array(70).fill(deeper)];
  expect(await refusalOf(path, steps)).toContain('more than 64 levels deep');
});

test('a copy has no more characters than a patch may copy', async () => {
  const path = at(await service.given.feature());
  const steps = [
    { op: 'add', path: '/description', value: 'x'.repeat(60_000) },
    { op: 'copy', from: '/description', path: '/a' },
    { op: 'copy', from: '/description', path: '/b' },
  ];
  expect(await refusalOf(path, steps)).toContain('more than 100000 characters');
});

test('a patch cannot copy inherited properties of objects', async () => {
  const path = at(await service.given.feature());
  const message = await refusalOf(path, [{ op: 'copy', from: '/toString', path: '/description' }]);
  expect(message).toContain('has a path that does not exist');
});

test('moving and copying do what they should', async () => {
  const feature = await service.given.feature({ description: 'before' });
  await service.api
    .patch(at(feature), [
      { op: 'move', from: '/description', path: '/former' },
      { op: 'copy', from: '/former', path: '/description' },
      { op: 'replace', path: '/type', value: 'kill-switch' },
    ])
    .expect(200);
  const { body } = await service.api.get(at(feature)).expect(200);
  expect(body).toMatchObject({ description: 'before', type: 'kill-switch' });
});
