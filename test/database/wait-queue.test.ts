import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '../../src/platform/database/semaphore.js';
import { WaitQueue } from '../../src/platform/database/wait-queue.js';
import { withTimeout } from '../../src/platform/database/with-timeout.js';

const tooMany = (): Error => new Error('too many');

describe('a wait queue', () => {
  test('admits in the order of arrival', async () => {
    const queue = new WaitQueue(10, tooMany);
    const order: string[] = [];
    const waits = ['a', 'b', 'c'].map((name) => queue.wait().then(() => order.push(name)));

    while (queue.admitNext());
    await Promise.all(waits);

    expect(order).toEqual(['a', 'b', 'c']);
    expect(queue.admitNext()).toBe(false);
  });

  test('refuses one more than may wait', async () => {
    const queue = new WaitQueue(1, tooMany);
    const first = queue.wait();

    await expect(queue.wait()).rejects.toThrow('too many');

    expect(queue.size).toBe(1);
    queue.admitNext();
    await first;
  });

  test('ends a wait that takes too long, without a trace', async () => {
    const queue = new WaitQueue(1, tooMany);
    const late = queue.wait({ milliseconds: 5, tooLate: () => new Error('too late') });

    await expect(late).rejects.toThrow('too late');

    expect(queue.size).toBe(0);
    expect(queue.admitNext()).toBe(false);
  });

  test('ends the wait of callers who leave, and of those who have left before', async () => {
    const queue = new WaitQueue(1, tooMany);
    const leaving = new AbortController();
    const limits = { signal: leaving.signal, left: () => new Error('left') };
    const waiting = queue.wait(limits);

    leaving.abort();

    await expect(waiting).rejects.toThrow('left');
    await expect(queue.wait(limits)).rejects.toThrow('left');
    expect(queue.size).toBe(0);
  });
});

describe('a semaphore', () => {
  test('runs so many tasks at the same time, and the others in their order', async () => {
    const places = new Semaphore(2, 10, tooMany);
    let [running, most] = [0, 0];
    const ended: number[] = [];
    const task = async (n: number): Promise<void> => {
      most = Math.max(most, ++running);
      await sleep(5);
      running--;
      ended.push(n);
    };

    await Promise.all([1, 2, 3, 4, 5].map((n) => places.run(() => task(n))));

    expect(most).toBe(2);
    expect(ended).toEqual([1, 2, 3, 4, 5]);
    expect(places.isIdle).toBe(true);
  });

  test('gives the place back when a task fails, and refuses one more than may wait', async () => {
    const places = new Semaphore(1, 1, tooMany);
    const failing = places.run(async () => {
      await sleep(5);
      throw new Error('failed');
    });
    const next = places.run(async () => 'done');

    expect(places.isFull).toBe(true);
    await expect(places.run(async () => 'never')).rejects.toThrow('too many');
    await expect(failing).rejects.toThrow('failed');
    await expect(next).resolves.toBe('done');
    expect(places.hasRoom).toBe(true);
  });

  test('a place that is returned goes to the first who waits for it', async () => {
    const places = new Semaphore(1, 10, tooMany);
    const leave = await places.enter();
    const order: string[] = [];
    const waiting = places.enter().then((leaveToo) => {
      order.push('waiting');
      leaveToo();
    });

    leave();
    const late = places.run(async () => void order.push('late'));
    await Promise.all([waiting, late]);

    expect(order).toEqual(['waiting', 'late']);
  });
});

describe('a timeout', () => {
  test('returns what comes in time, and its error', async () => {
    await expect(withTimeout(1_000, Promise.resolve('in time'))).resolves.toBe('in time');
    await expect(withTimeout(1_000, Promise.reject(new Error('own')))).rejects.toThrow('own');
  });

  test('reports that the database is unavailable when it takes longer, or another given error', async () => {
    const never = new Promise<string>(() => undefined);
    await expect(withTimeout(5, never)).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
    await expect(withTimeout(5, never, () => 'late')).resolves.toBe('late');
  });
});
