import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startProcess } from '../../../support/programs.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';
import { rewrite, seal, verifyDatabase, Witness } from './scene.js';

/** Whoever holds database and key rewrites the audit log. */

let service: TestService;
let witness: Witness;
let key: string;
beforeEach(async () => {
  service = await TestService.start();
  await seal(service, 3);
  witness = await Witness.of(service);
  key = await witness.register();
});
afterEach(async () => {
  await witness.remove();
  await service.stop();
});

const evidence = async (): Promise<string> => {
  const [name] = (await readdir(witness.folder)).filter((one) => one.startsWith('refused-'));
  return readFile(path.join(witness.folder, name!), 'utf8');
};

test('a witness in another process sees it within its interval, says so and ends with 1', async () => {
  const { ended } = startProcess('cli/main.js', [...witness.args, '--interval', '1'], {});
  await until(async () => (await verifyDatabase(service, '--witness', key)).code === 0);
  await rewrite(service);
  await seal(service, 4);
  const { code, err } = await ended;
  expect(err).toMatch(/^REFUSED: the audit log (was REWRITTEN|is shorter)/m);
  expect(code).toBe(1);
  // Both checkpoints are signed by the log, which proves it to others.
  expect((await evidence()).match(/^— feature-flags\//gm)).toHaveLength(2);
});

test('verify sees it with the witness, and cannot see it without', async () => {
  expect((await witness.once()).code).toBe(0);
  await rewrite(service);
  await seal(service, 4);
  expect((await verifyDatabase(service)).code).toBe(0);
  const { code, out } = await verifyDatabase(service, '--witness', key);
  expect(out).toMatch(/FAILED: The witness witness.example\/w1 saw other seals/);
  expect(out).toContain('FAILED: Only 0 of 1 witnesses have cosigned');
  expect(code).toBe(1);
  const again = await witness.once();
  expect(again.err).toMatch(/REFUSED: the audit log was REWRITTEN: its \d+ seals do not continue/);
  expect(again.code).toBe(1);
});

test('removing or replacing cosignatures is detected with what the witness kept', async () => {
  expect((await witness.once()).code).toBe(0);
  await rewrite(service);
  await service.sql('UPDATE audit_witness SET tree_size = NULL, cosignature = NULL');
  const removed = await verifyDatabase(service, '--witness', key);
  expect(removed.out).toContain('The witness witness.example/w1 has cosigned nothing of this.');
  expect(removed.code).toBe(1);
  const file = path.join(witness.folder, 'checkpoint');
  const kept = await verifyDatabase(service, '--witness', key, '--cosigned', file);
  expect(kept.out).toMatch(/FAILED: The witness witness.example\/w1 saw other seals/);
  const shorter = await witness.once();
  expect(shorter.err).toMatch(/REFUSED: the audit log is shorter than the \d+ seals/);
  expect(shorter.code).toBe(1);
});
