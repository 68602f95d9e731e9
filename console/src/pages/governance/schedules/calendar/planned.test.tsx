import type { FoundChangeRequest } from '../../change-requests/change-request-queries';
import type { Schedule } from '../schedule-queries';
import { inOrder, plannedByRequests, plannedBySchedules } from './planned';

let id = 0;
/** A schedule of the feature `cart` in `live`, at a time of one day. */
const schedule = (action: string, time: string, more: Partial<Schedule> = {}): Schedule =>
  ({
    ...{ id: ++id, project: 'shop', feature: 'cart', environment: 'live', payload: {} },
    ...{ action, state: 'pending', reason: null, conflict: null, durationMinutes: null },
    nextAt: `2030-01-31T${time}:00.000Z`,
    occurrences: [`2030-01-31T${time}:00.000Z`],
    ...more,
  }) as Schedule;
const problemsOf = (...schedules: Schedule[]) =>
  inOrder(plannedBySchedules(schedules)).map(({ problem }) => problem);

test('changes that do not meet have no problem, whatever their order', () => {
  const all = inOrder(
    plannedBySchedules([schedule('off', '17:00'), schedule('on', '09:00', { feature: 'search' })]),
  );
  expect(all.map(({ name, problem }) => [name, problem])).toEqual([
    ['search', undefined],
    ['cart', undefined],
  ]);
  expect(problemsOf(schedule('on', '09:00'), schedule('off', '17:00'))).toEqual([
    undefined,
    undefined,
  ]);
});

test('a switch within the time of another one is a conflict', () => {
  const window = schedule('on', '09:00', { durationMinutes: 120 });
  expect(problemsOf(window, schedule('off', '10:30'))[1]).toContain(
    '"Turn on in live for 2 hours", which ends on',
  );
  expect(problemsOf(window, schedule('off', '11:00'))[1]).toBeUndefined();
  const elsewhere = schedule('off', '10:30', { environment: 'test' });
  expect(problemsOf(window, elsewhere)[1]).toBeUndefined();
});

test('what comes after archiving, or after another change of its strategy, is a conflict', () => {
  const later = schedule('on', '20:00', { environment: 'test' });
  expect(problemsOf(schedule('archive', '09:00'), later)[1]).toContain('is archived on');
  const change = (time: string) =>
    schedule('updateStrategy', time, { payload: { id: 'of-a-strategy' } });
  expect(problemsOf(change('09:00'), change('20:00'))[1]).toContain('The same strategy');
});

test('a change request at nearly the same time is a conflict, and what stopped is one', () => {
  const request = {
    ...{ id: 7, project: 'shop', title: 'Launch', environment: 'live', features: ['cart'] },
    schedule: { scheduledAt: '2030-01-31T09:10:00.000Z', status: 'pending' },
  } as FoundChangeRequest;
  const [, applied] = inOrder([
    ...plannedBySchedules([schedule('off', '09:00')]),
    ...plannedByRequests([request]),
  ]);
  expect(applied).toMatchObject({ name: 'Launch', to: '/projects/shop/change-requests/7' });
  expect(applied!.problem).toContain('"Turn off in live" happens on');

  const stopped = schedule('off', '09:00', { state: 'suspended', reason: 'It needs a reason.' });
  const now = schedule('off', '12:00', { conflict: 'The guard refuses.' });
  expect(problemsOf(stopped, now)).toEqual(['It needs a reason.', 'The guard refuses.']);
});
