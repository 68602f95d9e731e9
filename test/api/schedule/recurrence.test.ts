import fc from 'fast-check';
import { Recurrence } from '../../../src/schedule/recurrence.js';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const TIMES = 12;

/** Daily and weekly rules, also with weekdays on which they never occur. */
const rules = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY'),
    interval: fc.option(fc.integer({ min: 1, max: 9 })),
    weekdays: fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 })),
    weekStart: fc.option(fc.constantFrom(...WEEKDAYS)),
  })
  .map(({ freq, interval, weekdays, weekStart }) =>
    [
      `FREQ=${freq}`,
      ...(interval === null ? [] : [`INTERVAL=${interval}`]),
      ...(weekdays === null ? [] : [`BYDAY=${weekdays.join(',')}`]),
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
  fc.assert(property, { numRuns: 200, seed: 15 });
});
