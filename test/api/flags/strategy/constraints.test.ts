import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { added, eventsOf, strategiesOf } from './support.js';

const VALIDATE = '/api/admin/constraints/validate';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
  await service.sql(`INSERT INTO context_field (name, legal_values) VALUES
    ('plan', '[{"value": "free"}, {"value": "paid", "description": "by card"}]'), ('level', '[{"value": "1"}, {"value": "2"}]')`);
});
afterAll(() => service.stop());

const LISTS = ['IN', 'NOT_IN', 'STR_STARTS_WITH', 'STR_ENDS_WITH', 'STR_CONTAINS'];
const NUMBERS = ['NUM_EQ', 'NUM_GT', 'NUM_GTE', 'NUM_LT', 'NUM_LTE'];
const DATES = ['DATE_AFTER', 'DATE_BEFORE'];
const VERSIONS = ['SEMVER_EQ', 'SEMVER_GT', 'SEMVER_LT', 'SEMVER_GTE', 'SEMVER_LTE'];

const each = (operators: string[], cases: object[]): [string, string][] =>
  operators.flatMap((operator) =>
    cases.map((one): [string, string] => [operator, JSON.stringify(one)]),
  );
const long = 'x'.repeat(101);

describe('a constraint that can be', () => {
  test.each([
    ...each(LISTS, [
      { values: ['a'] },
      { values: ['a', 'b'], value: '' },
      { values: [1, 2] },
      { values: [long.slice(1)] },
    ]),
    ...each(NUMBERS, [
      { value: '5' },
      { value: 5 },
      { value: '-1.5' },
      { value: '2e3' },
      { value: '0', values: [] },
      { value: 0 },
    ]),
    ...each(DATES, [
      { value: '2026-11-21' },
      { value: '2026-11-21T10:00:00Z' },
      { value: '2026-11-21T10:00:00.000+02:00' },
      { value: 1760000000000 },
      { value: '1760000000000' },
    ]),
    ...each(VERSIONS, [
      { value: '1.2.3' },
      { value: '1.2.3-beta.1' },
      { value: '1.2.3+build.5' },
      { value: '0.0.0' },
    ]),
    ...each(
      ['REGEX'],
      [{ value: '^user-[0-9]+$' }, { value: '[[:alpha:]]' }, { value: '(?i)a', values: [] }],
    ),
    ...each(
      ['IN_CIDR'],
      [{ values: ['10.0.0.0/8', '127.0.0.1'] }, { values: ['2001:db8::/32', '::1'] }],
    ),
  ])('%s with %s is 204', async (operator, rest) => {
    await service.api
      .post(VALIDATE, { contextName: 'userId', operator, ...(JSON.parse(rest) as object) })
      .expect(204);
  });
});

describe('a constraint that cannot be', () => {
  test.each([
    ...each(LISTS, [
      {},
      { values: [] },
      { value: 'a' },
      { values: [''] },
      { values: ['a', long] },
      { values: 'a' },
      { values: [{}] },
    ]),
    ...each(['REGEX'], [{}, { value: '' }, { value: '(' }, { value: '(?=a)b' }, { values: ['a'] }]),
    ...each(
      ['REGEX'],
      [
        { value: '(a?){1000}'.repeat(45) },
        { value: '[a-z]{900}[a-z]{900}' },
        { value: 'a'.repeat(501) },
      ],
    ),
    ...each(
      ['IN_CIDR'],
      [
        {},
        { value: '10.0.0.0/8' },
        { values: ['10.0.0.0/33'] },
        { values: ['10.0.0/8'] },
        { values: ['::1', 'x'] },
      ],
    ),
    ...each(NUMBERS, [
      {},
      { values: ['5'] },
      { value: '' },
      { value: 'five' },
      { value: '5', values: ['5'] },
      { value: 'NaN' },
      { value: 'Infinity' },
      { value: '1e999' },
      { value: `${'9'.repeat(90_000)}x` },
      { value: '0x10' },
      { value: ' ' },
    ]),
    ...each(DATES, [
      {},
      { values: ['2026-11-21'] },
      { value: '' },
      { value: 'tomorrow' },
      { value: '2026-02-30' },
      { value: '2026-13-01T00:00:00Z' },
      { value: '9'.repeat(30) },
    ]),
    ...each(VERSIONS, [
      {},
      { values: ['1.2.3'] },
      { value: '' },
      { value: '1.2' },
      { value: 'v1.2.3' },
      { value: '=1.2.3' },
      { value: ' 1.2.3' },
      { value: '1.2.3.4' },
      { value: '01.2.3' },
    ]),
  ])('%s with %s is 400', async (operator, rest) => {
    const { body } = await service.api
      .post(VALIDATE, { contextName: 'userId', operator, ...(JSON.parse(rest) as object) })
      .expect(400);
    expect(body.name).toBe('BadDataError');
    expect(body.details.length).toBeGreaterThan(0);
  });

  test.each([
    ['an unknown operator', { contextName: 'userId', operator: 'LIKE', values: ['a'] }],
    ['an unknown property', { contextName: 'userId', operator: 'IN', values: ['a'], more: 1 }],
    ['no context field', { operator: 'IN', values: ['a'] }],
    ['no operator', { contextName: 'userId', values: ['a'] }],
    [
      'a flag that is none',
      { contextName: 'userId', operator: 'IN', values: ['a'], inverted: 'yes' },
    ],
  ])('%s is 400', async (_, constraint) => {
    await service.api.post(VALIDATE, constraint).expect(400);
  });

  test.each(['nobody-knows', 'toString', '__proto__'])(
    'on the unknown context field %s is 404',
    async (contextName) => {
      const { body } = await service.api
        .post(VALIDATE, { contextName, operator: 'IN', values: ['a'] })
        .expect(404);
      expect(body.name).toBe('NotFoundError');
    },
  );
});

describe('legal values', () => {
  test.each([
    [{ contextName: 'plan', operator: 'IN', values: ['free', 'paid'] }, 204],
    [{ contextName: 'plan', operator: 'IN', values: ['free', 'other'] }, 400],
    [{ contextName: 'plan', operator: 'STR_CONTAINS', values: ['fre'] }, 400],
    [{ contextName: 'level', operator: 'NUM_GT', value: '2' }, 204],
    [{ contextName: 'level', operator: 'NUM_GT', value: '3' }, 400],
  ])('%j is %i', async (constraint, status) => {
    await service.api.post(VALIDATE, constraint).expect(status);
  });
});

describe('constraints of a strategy', () => {
  test('are stored as sent, completed by an empty list of values and by nothing else', async () => {
    const feature = await service.given.feature();
    const strategy = await added(service.api, feature, {
      name: 'default',
      constraints: [
        { contextName: 'userId', operator: 'NUM_GT', value: 5 },
        { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-11-21', inverted: true },
        { contextName: 'userId', operator: 'IN', values: [1, 'b'], caseInsensitive: false },
      ],
    });
    expect(strategy['constraints']).toEqual([
      { contextName: 'userId', operator: 'NUM_GT', value: '5', values: [] },
      {
        contextName: 'currentTime',
        operator: 'DATE_AFTER',
        value: '2026-11-21',
        values: [],
        inverted: true,
      },
      { contextName: 'userId', operator: 'IN', values: ['1', 'b'], caseInsensitive: false },
    ]);
  });

  const fine = { contextName: 'userId', operator: 'IN', values: ['a'] };
  test.each([
    ['one is wrong', [fine, { ...fine, operator: 'NUM_EQ' }], 400, 'BadDataError'],
    [
      'one is on an unknown context field',
      [fine, { ...fine, contextName: 'nobody-knows' }],
      404,
      'NotFoundError',
    ],
    ['there are more than 30', Array.from({ length: 31 }, () => fine), 400, 'ExceedsLimitError'],
    [
      'one has more than 250 values',
      [{ ...fine, values: Array.from({ length: 251 }, String) }],
      400,
      'ExceedsLimitError',
    ],
  ])('refuse the strategy when %s, however it is sent', async (_, constraints, status, name) => {
    const feature = await service.given.feature();
    const { id } = await added(service.api, feature);
    const before = await eventsOf(service, feature);
    const answers = [
      await service.api.post(strategiesOf(feature), { name: 'default', constraints }),
      await service.api.put(strategiesOf(feature, id), { constraints }),
      await service.api.patch(strategiesOf(feature, id), [
        { op: 'replace', path: '/constraints', value: constraints },
      ]),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.name])).toEqual(
      Array(3).fill([status, name]),
    );
    const { body } = await service.api.get(strategiesOf(feature)).expect(200);
    expect(body).toMatchObject([{ id, constraints: [] }]);
    expect(await eventsOf(service, feature)).toEqual(before);
  });

  test('can be 30, of 250 values each', async () => {
    const feature = await service.given.feature();
    const constraints = Array.from({ length: 30 }, () => ({
      ...fine,
      values: Array.from({ length: 250 }, (_, n) => String(n)),
    }));
    const strategy = await added(service.api, feature, { name: 'default', constraints });
    expect(strategy['constraints']).toEqual(constraints);
  });

  test('are refused with the reason for each wrong one', async () => {
    const { body } = await service.api
      .post(strategiesOf(await service.given.feature({ name: unique() })), {
        name: 'default',
        constraints: [
          { contextName: 'userId', operator: 'NUM_EQ' },
          fine,
          { contextName: 'appName', operator: 'SEMVER_EQ', value: 'v1' },
        ],
      })
      .expect(400);
    expect(body.details).toHaveLength(2);
    expect(body.message).toContain('userId');
  });
});
