import { setTimeout as sleep } from 'node:timers/promises';
import {
  BackgroundJob,
  type JobSettings,
} from '../../src/platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../src/platform/database/jobs/background-jobs.js';
import { until } from '../support/waiting.js';

const jobs: BackgroundJob[] = [];
function job(settings: Partial<JobSettings>): BackgroundJob {
  const created = new BackgroundJob({
    name: 'test',
    everyMs: 3_600_000,
    run: async () => undefined,
    ...settings,
  });
  jobs.push(created);
  return created;
}
afterEach(async () => {
  await Promise.all(jobs.splice(0).map((one) => one.stop()));
});

/** A promise, and a function that resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

test('repeats its work after each interval, and not before it was started', async () => {
  let rounds = 0;
  const repeated = job({ everyMs: 10, run: async () => void rounds++ });
  await sleep(50);
  expect(rounds).toBe(0);

  repeated.start();

  await until(() => rounds >= 3);
  expect(repeated.figures.succeeded).toBeGreaterThanOrEqual(3);
});

test('rounds never overlap, and calls that wait for the same round share it', async () => {
  const first = gate();
  const events: string[] = [];
  let round = 0;
  const slow = job({
    everyMs: 1,
    run: async () => {
      const own = ++round;
      events.push(`begin ${own}`);
      if (own === 1) await first.opened;
      events.push(`end ${own}`);
    },
  });

  const running = slow.runNow();
  const [one, another] = [slow.runNow(), slow.runNow()];
  expect(one).toBe(another);
  await sleep(20);
  expect(events).toEqual(['begin 1']);
  first.open();
  await Promise.all([running, one]);

  expect(events).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
});

test('a round that fails is counted and tried again sooner than the next one would come', async () => {
  let attempts = 0;
  const failing = job({
    firstMs: 1,
    retryMs: 5,
    run: async () => {
      if (++attempts <= 2) throw new Error('PostgreSQL is away');
    },
  });

  failing.start();

  await until(() => attempts === 3);
  await until(() => failing.figures.succeeded === 1);
  expect(failing.figures).toMatchObject({ failed: 2, succeeded: 1 });
  expect(failing.figures.lastRunAt).toBeGreaterThan(Date.now() / 1000 - 60);
  expect(failing.figures.lastSeconds).toBeGreaterThanOrEqual(0);
});

test('a round asked for moves the next one forward, and never back', async () => {
  let rounds = 0;
  const loop = job({ everyMs: 3_600_000, run: async () => void rounds++ });
  loop.start();

  loop.runWithin(5);
  loop.runWithin(60_000);

  await until(() => rounds === 1);
});

test('a round decides when the next one comes', async () => {
  let rounds = 0;
  const loop = job({ firstMs: 1, run: async () => (++rounds < 3 ? 1 : 3_600_000) });

  loop.start();

  await until(() => rounds === 3);
  await sleep(30);
  expect(rounds).toBe(3);
});

test('a stop tells the running round, waits for it, and begins no other', async () => {
  const ended = gate();
  const seen: string[] = [];
  const stopped = job({
    everyMs: 1,
    run: async (stopping) => {
      stopping.addEventListener('abort', () => seen.push('told'));
      await ended.opened;
      seen.push('ended');
    },
  });
  stopped.start();
  const running = stopped.runNow();

  const stop = stopped.stop().then(() => seen.push('stopped'));
  setTimeout(ended.open, 20);
  await Promise.all([stop, running]);
  await sleep(20);

  expect(seen).toEqual(['told', 'ended', 'stopped']);
});

test('a stop runs a last round of a job that saves what is in memory', async () => {
  let rounds = 0;
  const writer = job({ lastRound: true, run: async () => void rounds++ });
  writer.start();

  await writer.stop();

  expect(rounds).toBe(1);
});

test('a stop does not wait for ever', async () => {
  const stuck = job({ run: () => new Promise<void>(() => undefined) });
  void stuck.runNow();

  const began = performance.now();
  await stuck.stop();

  expect(performance.now() - began).toBeLessThan(15_000);
}, 30_000);

test('two jobs of one name are refused, since metrics could not tell them apart', () => {
  const all = new BackgroundJobs();
  const settings = { name: 'twice', everyMs: 1, run: async () => undefined };
  all.add(settings);
  expect(() => all.add(settings)).toThrow('There are two background jobs with the name "twice".');
});
