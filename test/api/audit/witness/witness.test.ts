import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SealTree } from '../../../../src/audit/audit-log/witness/seal-tree.js';
import {
  cosignatureLine,
  noteOf,
  treeHeadOf,
  verifierKeyOf,
  witnessOf,
} from '../../../../src/audit/audit-log/witness/signed-note.js';
import { SigningKey } from '../../../../src/audit/signing/signing-key.js';
import { TestService } from '../../../support/service.js';
import { CHECKPOINT, COSIGNATURES, seal, verifyDatabase, Witness, WITNESSES } from './scene.js';

let service: TestService;
let witness: Witness;
beforeAll(async () => {
  service = await TestService.start();
  witness = await Witness.of(service);
});
afterAll(async () => {
  await witness.remove();
  await service.stop();
});

const now = (): number => Math.floor(Date.now() / 1000);
const textOf = async (query = ''): Promise<string> =>
  (await service.api.as().get(`${CHECKPOINT}${query}`).expect(200)).text;
const bodyAndSize = async (): Promise<{ body: string; size: number }> => {
  const { body } = noteOf(await textOf())!;
  return { body, size: treeHeadOf(body)!.size };
};
const cosign = (size: number, cosignatures: string) =>
  service.api.as().post(COSIGNATURES).send({ size, cosignatures });

test('a checkpoint has the name of the log, the number of seals, their root and a signature', async () => {
  await seal(service, 3);
  const text = await textOf();
  const [origin, size, root, empty, signature] = text.split('\n');
  const [instance] = await service.sql<{ id: string }>('SELECT id FROM instance');
  expect(origin).toBe(`feature-flags/${instance!.id}`);
  const [stored] = await service.sql<{ count: number }>('SELECT count(*)::int FROM event_seal');
  expect(Number(size)).toBe(stored!.count);
  expect(Buffer.from(root!, 'base64')).toHaveLength(32);
  expect(empty).toBe('');
  expect(signature).toMatch(new RegExp(`^— ${origin} [\\w+/]{90}[\\w+/=]{2}$`));
  // It names nothing of what happened.
  expect(text).not.toMatch(/feature-\d|default/);
});

test('with the size of an earlier one, it is what a log sends to a C2SP witness', async () => {
  const text = await textOf('?old=1');
  expect(text).toMatch(/^old 1\n([\w+/]{43}=\n)+\nfeature-flags\/.*\n\d+\n/);
  expect(await textOf('?old=0')).toMatch(/^old 0\n\nfeature-flags\//);
  await service.api.as().get(`${CHECKPOINT}?old=1000`).expect(409);
  await service.api.as().get(`${CHECKPOINT}?old=x`).expect(400);
});

test('the command says in words why a cosignature is not accepted', async () => {
  const unknown = await Witness.of(service);
  try {
    const { code, err } = await unknown.once();
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/cosignatures: 403 No registered witness .* verifier key\.$/m),
    ]);
  } finally {
    await unknown.remove();
  }
});

test('the command cosigns what only grows, and keeps key and checkpoint to itself', async () => {
  const key = await witness.register();
  expect(key).toMatch(/^witness\.example\/w1\+[0-9a-f]{8}\+/);
  const first = await witness.once();
  expect(first).toMatchObject({ code: 0, err: '' });
  await seal(service, 2);
  const second = await witness.once();
  // What the service writes by itself, such as the use of a token, is sealed meanwhile, too.
  const [, added] = /cosigned \d+ seals, (\d+) new, root/.exec(second.out) ?? [];
  expect(Number(added)).toBeGreaterThanOrEqual(2);
  const { body } = await service.api.get(WITNESSES).expect(200);
  expect(body.witnesses).toMatchObject([
    { name: 'witness.example/w1', verifierKey: key, missing: 0, missingSince: null },
  ]);
  const kept = await readFile(path.join(witness.folder, 'checkpoint'), 'utf8');
  expect(kept).toContain(body.witnesses[0].cosigned.split('\n\n')[1]);
  expect((await stat(path.join(witness.folder, 'witness.json'))).mode & 0o077).toBe(0);
  await seal(service, 1);
  const { body: later } = await service.api.get(WITNESSES).expect(200);
  expect(later.witnesses[0]).toMatchObject({ missing: 1, missingSince: expect.any(String) });
});

test('verify demands a quorum of fresh cosignatures, and says who has cosigned what', async () => {
  const [key, stranger] = [
    await (async () =>
      (await service.api.get(WITNESSES)).body.witnesses[0].verifierKey as string)(),
    verifierKeyOf({ name: 'w2', publicKey: SigningKey.generate().publicKey }),
  ];
  await witness.once();
  const good = await verifyDatabase(service, '--witness', key);
  expect(good.out).toMatch(
    /The witness witness.example\/w1 has cosigned (\d+) of \1 seals, last at/,
  );
  expect(good.code).toBe(0);
  const both = ['--witness', key, '--witness', stranger];
  const lacking = await verifyDatabase(service, ...both);
  expect(lacking.out).toContain('FAILED: Only 1 of 2 witnesses have cosigned within the last 60');
  expect(lacking.code).toBe(1);
  expect((await verifyDatabase(service, ...both, '--quorum', '1')).code).toBe(0);
  await service.sql("UPDATE audit_witness SET cosigned_at = cosigned_at - interval '2 minutes'");
  const forged = await verifyDatabase(service, '--witness', key);
  expect(forged.out).toContain('Only 0 of 1 witnesses');
  const file = path.join(witness.folder, 'checkpoint');
  expect((await verifyDatabase(service, '--witness', key, '--cosigned', file)).code).toBe(0);
});

test.each([
  [['--witness', 'nothing'], /nothing is no verifier key/],
  [['--quorum', '1'], /need --witness/],
  [['--cosigned', '/nosuch'], /need --witness/],
])('verify refuses what it cannot use: %j', async (args, message) => {
  const { code, err } = await verifyDatabase(service, ...args);
  expect(err).toMatch(message);
  expect(code).toBe(2);
});

test('only registered witnesses cosign, only what is so, and never back in time', async () => {
  const key = SigningKey.generate();
  const name = 'w3';
  const { body, size } = await bodyAndSize();
  const line = (of = body, seconds = now()) => cosignatureLine(name, of, seconds, key);
  await cosign(size, line()).expect(403);
  const verifierKey = verifierKeyOf({ name, publicKey: key.publicKey });
  const { body: added } = await service.api.post(WITNESSES).send({ verifierKey }).expect(201);
  expect(added).toMatchObject({ name, size: 0, cosignedAt: null, cosigned: null });
  await service.api.post(WITNESSES).send({ verifierKey }).expect(409);
  await cosign(size, line()).expect(204);
  await cosign(size, line(`${body}extension\n`)).expect(403);
  await cosign(1, line()).expect(403);
  await cosign(size + 100, line()).expect(400);
  await cosign(size, 'no line').expect(400);
  await cosign(size, line(body, now() + 3600)).expect(400);
  await cosign(size, 'x'.repeat(2_001)).expect(400);
  const at = async (): Promise<string> =>
    (await service.api.get(WITNESSES)).body.witnesses.at(-1).cosignedAt as string;
  const before = await at();
  await cosign(size, line(body, now() - 100)).expect(204);
  expect(await at()).toBe(before);
  await service.api.delete(`${WITNESSES}/${added.id}`).expect(204);
  await service.api.delete(`${WITNESSES}/${added.id}`).expect(404);
  await cosign(size, line()).expect(403);
});

test('registering witnesses is recorded, and there are at most 20', async () => {
  const keys = Array.from({ length: 20 }, (_, n) => ({
    verifierKey: verifierKeyOf({ name: `many/${n}`, publicKey: SigningKey.generate().publicKey }),
  }));
  const statuses = await Promise.all(
    keys.map(async (one) => (await service.api.post(WITNESSES).send(one)).status),
  );
  expect(statuses.filter((status) => status !== 201)).toEqual([400]);
  const events = await service.sql<{ type: string; name: string }>(
    "SELECT type, COALESCE(data, pre_data) ->> 'name' AS name FROM event WHERE type ~ 'witness' ORDER BY id LIMIT 3",
  );
  expect(events).toEqual([
    { type: 'audit-witness-created', name: 'witness.example/w1' },
    { type: 'audit-witness-created', name: 'w3' },
    { type: 'audit-witness-deleted', name: 'w3' },
  ]);
});

test('a verifier key with a changed byte, or of another algorithm, is none', async () => {
  const key = verifierKeyOf({ name: 'w', publicKey: SigningKey.generate().publicKey });
  expect(witnessOf(key)).toBeDefined();
  const [name, id, encoded] = [
    key.split('+')[0],
    key.split('+')[1],
    key.split('+').slice(2).join('+'),
  ];
  const bytes = Buffer.from(encoded!, 'base64');
  bytes[0] = 1;
  for (const wrong of [
    `${name}x+${id}+${encoded}`,
    `${name}+00000000+${encoded}`,
    `${name}+${id}+${encoded.slice(0, -4)}`,
    `${name}+${id}+${bytes.toString('base64')}`,
    `a b+${id}+${encoded}`,
  ]) {
    expect(witnessOf(wrong)).toBeUndefined();
    await service.api.post(WITNESSES).send({ verifierKey: wrong }).expect(400);
  }
});

test('seals that an earlier version made are added to the tree later, by two instances at once', async () => {
  const before = await textOf();
  await service.sql('DELETE FROM event_seal_node');
  await service.api.as().get(CHECKPOINT).expect(404);
  const tree = service.service.app.get(SealTree);
  await Promise.all([tree.grow(), tree.grow()]);
  expect((await textOf()).split('\n').slice(0, 3)).toEqual(before.split('\n').slice(0, 3));
});

test('a witness with a damaged folder, another name or an unreachable service does not begin anew', async () => {
  expect(await witness.once('--name', 'other')).toMatchObject({
    code: 2,
    err: expect.stringContaining('has the name witness.example/w1'),
  });
  expect(await witness.once('--url', 'http://127.0.0.1:1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be reached'),
  });
  await writeFile(path.join(witness.folder, 'checkpoint'), 'half');
  expect(await witness.once()).toMatchObject({
    code: 2,
    err: expect.stringContaining('is damaged. Restore it'),
  });
});
