import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConnectionClass,
  ConnectionGate,
  sharesOf,
} from '../../../../src/platform/database/connection-gate.js';

/** Division of connections; needs no database. */

const queue = { most: 2, milliseconds: 60_000 };
const QUEUES = {
  hot: queue,
  hotTransaction: queue,
  scheduled: queue,
  snapshot: queue,
  general: queue,
  longRead: queue,
  background: queue,
};
const OTHERS: ConnectionClass[] = ['snapshot', 'general', 'longRead', 'background', 'scheduled'];

function fill(gate: ConnectionGate, name: ConnectionClass): number {
  let entered = 0;
  while (gate.tryEnter(name)) entered++;
  return entered;
}

test('sixteen connections are shared so that each class has its own', () => {
  const { reserved, max } = sharesOf(16, 2);
  expect({ reserved, ...max }).toEqual({
    reserved: 6,
    hot: 15,
    hotTransaction: 14,
    scheduled: 4,
    snapshot: 2,
    general: 6,
    longRead: 2,
    background: 1,
  });
});

test.each(Array.from({ length: 40 }, (_, n) => n + 2))(
  'with %d connections, some are always left for the hot path',
  (total) => {
    for (const longReads of [1, 3, 1000]) {
      const gate = new ConnectionGate(sharesOf(total, longReads), QUEUES);
      const taken = OTHERS.reduce((sum, name) => sum + fill(gate, name), 0);
      expect(taken).toBeGreaterThan(0);
      // A transaction looks at its caller again, which must not wait for itself.
      const transactions = fill(gate, 'hotTransaction');
      expect(transactions).toBeGreaterThan(total === 2 ? -1 : 0);
      expect(taken + transactions).toBe(total - 1);
      expect(fill(gate, 'hot')).toBe(1);
      // Each class has at least one connection, unless there are fewer connections than classes.
      if (total >= 5)
        for (const name of ['snapshot', 'general', 'longRead'] as const)
          expect(gate.load(name).used).toBeGreaterThan(0);
    }
  },
);

test.each([
  [16, 3, 3, 3],
  [8, 1, 1, 2],
  [8, 100, 1, 2],
  [4, 3, 0, 2],
  [3, 1, 0, 2],
  [3, 0, 0, 2],
])(
  'with %d connections and %d pipelines, two other connections remain reserved',
  (total, wanted, pipelines, reserved) => {
    const shares = sharesOf(total, 2, wanted);
    expect(shares).toMatchObject({ pipelines, reserved, total: total - pipelines });
    expect(shares.max.general).toBe(sharesOf(total, 2).max.general);
  },
);

test.each(Array.from({ length: 40 }, (_, n) => n + 2))(
  'with %d connections, hot transactions leave one for the statements that they wait for',
  (total) => {
    const gate = new ConnectionGate(sharesOf(total, 2, 3), QUEUES);
    expect(fill(gate, 'hotTransaction')).toBeGreaterThan(0);
    expect(fill(gate, 'hot')).toBeGreaterThan(0);
  },
);

test('with two connections, one is reserved for the hot path', () => {
  expect(sharesOf(2, 2, 1)).toMatchObject({ pipelines: 0, reserved: 1, total: 2 });
  for (const name of ['hotTransaction', ...OTHERS] as const) {
    const gate = new ConnectionGate(sharesOf(2, 2, 1), QUEUES);
    expect(gate.tryEnter(name)).toBe(true);
    expect(['hotTransaction', ...OTHERS].filter((one) => gate.tryEnter(one as never))).toEqual([]);
    expect(fill(gate, 'hot')).toBe(1);
  }
});

test('scheduled changes have a connection when all others are in use, and leave one to the hot path', () => {
  const gate = new ConnectionGate(sharesOf(16, 2, 3), QUEUES);
  for (const name of ['snapshot', 'general', 'longRead', 'background'] as const) fill(gate, name);
  expect(fill(gate, 'scheduled')).toBe(1);
  expect(gate.tryEnter('general')).toBe(false);
  expect(fill(gate, 'hot')).toBe(2);
});

test('the hot path uses what nobody else needs, but for one connection', () => {
  const gate = new ConnectionGate(sharesOf(16, 2), QUEUES);
  expect(fill(gate, 'hot')).toBe(15);
  expect(OTHERS.filter((name) => gate.tryEnter(name))).toHaveLength(1);
});

test('a single connection is for everybody', () => {
  const gate = new ConnectionGate(sharesOf(1, 1), QUEUES);
  for (const name of ['hot', ...OTHERS] as const) {
    expect(gate.tryEnter(name)).toBe(true);
    expect(gate.tryEnter('hot')).toBe(false);
    gate.leave(name);
  }
});

test('waiting callers are admitted by class and then by arrival, and refused when there are too many or they wait too long', async () => {
  const gate = new ConnectionGate(sharesOf(1, 1), {
    ...QUEUES,
    longRead: { most: 1, milliseconds: 20 },
  });
  const order: string[] = [];
  gate.tryEnter('general');
  const enter = (name: ConnectionClass, label: string): Promise<void> =>
    gate.enter(name).then(() => void order.push(label));
  const waiting = [
    enter('general', 'general 1'),
    enter('general', 'general 2'),
    enter('hot', 'hot'),
  ];
  await expect(gate.enter('general')).rejects.toMatchObject({
    name: 'DatabaseBusyError',
    status: 503,
  });
  await expect(gate.enter('longRead')).rejects.toMatchObject({ name: 'DatabaseBusyError' });
  for (const name of ['general', 'hot', 'general'] as const) {
    gate.leave(name);
    await sleep(0);
  }
  await Promise.all(waiting);
  expect(order).toEqual(['hot', 'general 1', 'general 2']);
  expect(gate.load('general')).toEqual({ used: 1, waiting: 0, refused: 1, max: 1 });
  expect(gate.load('longRead')).toMatchObject({ used: 0, waiting: 0, refused: 1 });
});

test('callers who disconnect while they wait leave the queue', async () => {
  const gate = new ConnectionGate(sharesOf(1, 1), QUEUES);
  gate.tryEnter('hot');
  const left = new AbortController();
  const entering = gate.enter('longRead', left.signal);
  left.abort();
  await expect(entering).rejects.toMatchObject({ name: 'CallerLeftError' });
  expect(gate.load('longRead')).toMatchObject({ waiting: 0, used: 0, refused: 0 });
  await expect(gate.enter('longRead', left.signal)).rejects.toMatchObject({
    name: 'CallerLeftError',
  });
});
