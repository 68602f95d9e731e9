import {
  logSigner,
  noteOf,
  treeHeadOf,
} from '../../../../src/audit/audit-log/witness/signed-note.js';
import { WitnessLag } from '../../../../src/audit/audit-log/witness/witnesses.js';
import { rotateKey } from '../../../../src/audit/signing/key-store.js';
import { SecretBox } from '../../../../src/core/auth/secret-box.js';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { inMaintenance } from '../../../../src/platform/database/maintenance.js';
import { ForeignWitness } from '../../../support/foreign-witness.js';
import { untilSealed } from '../../../support/sealing.js';
import { TestService } from '../../../support/service.js';
import { CHECKPOINT, COSIGNATURES, seal, verifyDatabase, Witness, WITNESSES } from './scene.js';

const KEY = { ENCRYPTION_KEY: 'a-key-of-all-tests-that-name-no-other' };

let service: TestService;
beforeAll(async () => {
  service = await TestService.start(KEY);
});
afterAll(() => service.stop());

const checkpoint = async (query = ''): Promise<string> =>
  (await service.api.as().get(`${CHECKPOINT}${query}`).expect(200)).text;

describe('a witness that was written from the specification of C2SP', () => {
  let foreign: ForeignWitness;
  beforeAll(async () => {
    await seal(service, 1);
    const [origin] = (await checkpoint()).split('\n');
    const { body } = await service.api.as().get('/.well-known/jwks.json').expect(200);
    foreign = await ForeignWitness.start('foreign.example/w', origin!, body.keys[0].x as string);
    await service.api.post(WITNESSES).send({ verifierKey: foreign.verifierKey }).expect(201);
  });
  afterAll(() => foreign.stop());

  const offered = async (old: number) =>
    fetch(foreign.url, { method: 'POST', body: await checkpoint(`?old=${old}`) });

  test('cosigns what the service gives it, as the log grows, and verify accepts that', async () => {
    let [old, rounds] = [0, 0];
    for (const more of [0, 1, 1, 2, 3, 1]) {
      await seal(service, more);
      const answer = await offered(old);
      const cosignatures = await answer.text();
      expect({ status: answer.status, cosignatures }).toMatchObject({ status: 200 });
      const { size } = foreign;
      await service.api.as().post(COSIGNATURES).send({ size, cosignatures }).expect(204);
      [old, rounds] = [size, rounds + 1];
    }
    expect(rounds).toBe(6);
    const { body } = await service.api.get(WITNESSES).expect(200);
    expect(body.witnesses[0]).toMatchObject({ size: old, missing: 0 });
    const verified = await verifyDatabase(service, '--witness', foreign.verifierKey);
    expect(verified.out).toContain('The witness foreign.example/w has cosigned');
    expect(verified.code).toBe(0);
  });

  test('says which size it expects, and refuses a proof of another one', async () => {
    const answer = await offered(0);
    expect(answer.status).toBe(409);
    expect(answer.headers.get('content-type')).toBe('text/x.tlog.size');
    expect(Number(await answer.text())).toBe(foreign.size);
    await seal(service, 1);
    const [, ...rest] = (await checkpoint('?old=1')).split('\n');
    const forged = [`old ${foreign.size}`, ...rest].join('\n');
    const refused = await fetch(foreign.url, { method: 'POST', body: forged });
    expect(refused.status).toBe(422);
  });
});

test('the signed note that others publish as an example verifies', () => {
  // The example of golang.org/x/mod/sumdb/note.
  const text =
    'If you think cryptography is the answer to your problem,\n' +
    "then you don't know what your problem is.\n\n" +
    '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqf' +
    'qdngotpRZb6KE6RyyBwJnAM=\n';
  const typed = Buffer.from('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'base64');
  const key = typed.subarray(1).toString('base64url');
  expect(logSigner(noteOf(text)!, 'PeterNeumann', [key])).toBe(key);
  expect(logSigner(noteOf(text.replace('you', 'we'))!, 'PeterNeumann', [key])).toBeUndefined();
});

describe('when keys are replaced,', () => {
  const rotate = (isLost: boolean): Promise<{ id: string }> =>
    inMaintenance({ url: service.databaseUrl, ssl: false }, 'READ COMMITTED', (query) =>
      rotateKey(query, new SecretBox(loadConfig(KEY)), { given: undefined, isLost }),
    );

  test('a witness follows the log to an endorsed key, and to another one only if told so', async () => {
    const witness = await Witness.of(service);
    const key = await witness.register();
    await rotate(false);
    await seal(service, 1);
    expect(await witness.once()).toMatchObject({ code: 0, err: '' });
    const { id } = await rotate(true);
    await seal(service, 1);
    const refused = await witness.once();
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`no trusted key endorses the key ${id}`);
    expect((await witness.once('--trust', id)).code).toBe(0);
    const { out } = await verifyDatabase(service, '--witness', key, '--trust', id);
    expect(out).toMatch(/has cosigned (\d+) of \1 seals/);
    await witness.remove();
  });

  test('a witness gets another key beside the old one, which is deleted then', async () => {
    const [old, next] = [await Witness.of(service, 'w/old'), await Witness.of(service, 'w/new')];
    await old.register();
    const key = await next.register();
    await old.once();
    const { body } = await service.api.get(WITNESSES).expect(200);
    const found = body.witnesses.find(({ name }: { name: string }) => name === 'w/old');
    await service.api.delete(`${WITNESSES}/${found.id}`).expect(204);
    await untilSealed(service); // the event of that, too
    await next.once();
    const { out } = await verifyDatabase(service, '--witness', key);
    expect(out).toMatch(/The witness w\/new has cosigned (\d+) of \1 seals/);
    await Promise.all([old.remove(), next.remove()]);
  });
});

test('metrics say how late a witness is', async () => {
  await service.sql('DELETE FROM audit_witness');
  const witness = await Witness.of(service, 'w/late');
  await witness.register();
  await witness.once();
  const lag = async (): Promise<number> => {
    await service.service.app.get(WitnessLag).measure();
    const { text } = await service.api.as().get('/internal-backstage/prometheus').expect(200);
    return Number(/^audit_witness_lag_seconds\{witness="w\/late"\} (\S+)$/m.exec(text)![1]);
  };
  expect(await lag()).toBeLessThan(60);
  await service.sql("UPDATE audit_witness SET cosigned_at = now() - interval '10 minutes'");
  expect(await lag()).toBeGreaterThanOrEqual(600);
  await witness.once();
  await seal(service, 1);
  expect(await lag()).toBeLessThan(60);
  // All of them, since the background may have sealed another event meanwhile.
  await service.sql(
    `UPDATE event_seal SET content = jsonb_set(content::jsonb, '{createdAt}', to_jsonb(
       iso8601(now() - interval '9 minutes')))::text`,
  );
  await service.sql("UPDATE audit_witness SET created_at = now() - interval '1 hour'");
  expect(await lag()).toBeGreaterThanOrEqual(540);
  expect(treeHeadOf(noteOf(await checkpoint())!.body)!.size).toBeGreaterThan(0);
  await witness.remove();
});
