import fc from 'fast-check';
import { Recurrence } from '../../../../src/governance/schedule/recurrence.js';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const TIMES = 8;

/** Some numbers, in any order. */
const listTo = (max: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 6 });

/** Daily and weekly rules, also with weekdays on which they never occur. */
const rules = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY'),
    interval: fc.option(fc.integer({ min: 1, max: 9 })),
    weekdays: fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 })),
    hours: fc.option(listTo(23)),
    minutes: fc.option(listTo(59)),
    weekStart: fc.option(fc.constantFrom(...WEEKDAYS)),
  })
  .map(({ freq, interval, weekdays, hours, minutes, weekStart }) =>
    [
      `FREQ=${freq}`,
      ...(interval === null ? [] : [`INTERVAL=${interval}`]),
      ...(weekdays === null ? [] : [`BYDAY=${weekdays.join(',')}`]),
      ...(hours === null ? [] : [`BYHOUR=${hours.join(',')}`]),
      ...(minutes === null ? [] : [`BYMINUTE=${minutes.join(',')}`]),
      ...(weekStart === null ? [] : [`WKST=${weekStart}`]),
    ].join(';'),
  );
const times = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const localOf = (time: Date | number): string => new Date(time).toISOString().slice(0, 19);

/** Changes nothing, but makes the library compute the times. */
const EACH_MONTH = 'BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12';

function timesOf(rule: string, start: string, after: string): string[] {
  const found: string[] = [];
  for (const local of new Recurrence(rule, start).after(after)) {
    found.push(local);
    if (found.length === TIMES) break;
  }
  return found;
}

test('daily and weekly rules occur at the times that the library computes', () => {
  const property = fc.property(rules, times, times, (rule, start, after) => {
    const [startLocal, afterLocal] = [localOf(start), localOf(after)];
    const expected = timesOf(`${rule};${EACH_MONTH}`, startLocal, afterLocal);
    const found = timesOf(rule, startLocal, afterLocal);
    expect({ rule, startLocal, afterLocal, found }).toEqual({
      ...{ rule, startLocal, afterLocal },
      found: expected,
    });
  });
  fc.assert(property, { numRuns: 80, seed: 15 });
});

test.each([
  ['FREQ=YEARLY', '2028-02-29T10:00:00', '2032-02-29T10:00:00'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29T10:00:00', '2032-02-29T10:00:00'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2028-01-31T10:00:00', '2028-02-29T10:00:00'],
  ['FREQ=MONTHLY', '2027-01-31T10:00:00', '2027-03-31T10:00:00'],
])('%s leaves out days that do not exist', (rule, start, next) => {
  expect(timesOf(rule, start, start)[0]).toBe(next);
});

test('nothing occurs after the year 9999', () => {
  const rule = 'FREQ=YEARLY;INTERVAL=1000';
  const found = new Recurrence(rule, '2030-01-31T18:00:00').first(50);
  expect(found).toHaveLength(8);
  expect(found.at(-1)).toBe('9030-01-31T18:00:00');
  expect(timesOf(rule, '2030-01-31T18:00:00', '9030-01-31T18:00:00')).toEqual([]);
});

const numbersTo = (last: number): string => [...Array(last + 1).keys()].join(',');
const EACH_DAY = `FREQ=YEARLY;BYDAY=${WEEKDAYS.join(',')};BYHOUR=${numbersTo(23)}`;

test.each([`${EACH_DAY};BYMINUTE=${numbersTo(25)};BYSETPOS=1`, `${EACH_DAY};BYMINUTE=0,15,30,45`])(
  '%s is refused, since finding one of its times would take long',
  (rule) => {
    expect(rule.length).toBeLessThanOrEqual(200);
    const began = performance.now();
    expect(() => new Recurrence(rule, '2030-01-01T00:00:00').first(50)).toThrow(/more than 3000/);
    expect(performance.now() - began).toBeLessThan(500);
  },
);

test('a rule that names few days of each month has only their times', () => {
  const rule = new Recurrence(
    'FREQ=YEARLY;BYMONTHDAY=1;BYHOUR=0,1,2,3,4,5,6,7,8',
    '2030-01-01T00:00:00',
  );
  expect(rule.first(10).at(-1)).toBe('2030-02-01T00:00:00');
});

test('the first times of daily and weekly rules are those that the library computes', () => {
  const property = fc.property(rules, times, (rule, start) => {
    const local = localOf(start);
    const first = (text: string): string[] | string => {
      try {
        return new Recurrence(text, local).first(TIMES);
      } catch {
        return 'too rarely';
      }
    };
    const expected = first(`${rule};${EACH_MONTH}`);
    if (expected !== 'too rarely')
      expect({ rule, found: first(rule) }).toEqual({ rule, found: expected });
  });
  fc.assert(property, { numRuns: 80, seed: 16 });
});
