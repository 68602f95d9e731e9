import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { Client } from 'pg';
import type { EventResponse } from '../../../../src/audit/audit-log/event/event.dto.js';
import type {
  CheckpointResponse,
  EventProofResponse,
} from '../../../../src/audit/audit-log/seal/checkpoint.dto.js';
import { EventSealer } from '../../../../src/audit/audit-log/seal/event-sealer.js';
import { verifyAuditLog } from '../../../../verify/audit-verifier.js';
import type { Trust } from '../../../../verify/chain-verifier.js';
import { DatabaseSource } from '../../../../verify/database-source.js';
import { HttpSource } from '../../../../verify/http-source.js';
import { SecretBox } from '../../../../src/core/auth/secret-box.js';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { inMaintenance } from '../../../../src/platform/database/maintenance.js';
import { EventRetention } from '../../../../src/core/event/event-retention.js';
import { EventTally } from '../../../../src/core/event/event-tally.js';
import { rotateKey } from '../../../../src/audit/signing/key-store.js';
import { somebody } from '../../../support/access.js';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { untilSealed } from '../../../support/sealing.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

const CHECKPOINTS = '/api/admin/audit/checkpoints';
const SEALING_LOCK = 4_242_014;
const DAY_MS = 86_400_000;
const KEY = { ENCRYPTION_KEY: 'a-key-of-all-tests-that-name-no-other' };
type AuditReport = Awaited<ReturnType<typeof verifyAuditLog>>;
const NOTHING: Trust = { ids: [], keys: [], checkpoints: [] };

/** Its audit log always verifies. */
let untouched: TestService;
let service: TestService;
beforeAll(async () => {
  untouched = await TestService.start();
});
beforeEach(() => {
  service = untouched;
});
afterAll(() => untouched.stop());

/** Gives each test of a group a service of its own, for changes beside the service. */
function eachWithOwnService(environment: NodeJS.ProcessEnv = {}): void {
  beforeEach(async () => {
    service = await TestService.start(environment);
  });
  afterEach(() => service.stop());
}

const proofOf = (id: number): string => `/api/admin/events/${id}/proof`;
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const sealerOf = (one = service): EventSealer => one.service.app.get(EventSealer);

const sealed = (): Promise<void> => untilSealed(service);

/**
 * Changes features, and waits until everything is sealed.
 * @returns The ids of the events.
 */
async function history(features = 3): Promise<number[]> {
  for (let n = 0; n < features; n++) {
    const feature = await service.given.feature();
    await service.api.post(`${at(feature, 'production')}/on`).expect(200);
  }
  await sealed();
  return (await service.sql<{ id: number }>('SELECT id::int AS id FROM event ORDER BY id')).map(
    ({ id }) => id,
  );
}

const ofDatabase = (trust = NOTHING): Promise<AuditReport> =>
  inMaintenance(
    { url: service.databaseUrl, ssl: false },
    'REPEATABLE READ, READ ONLY',
    async (query) => verifyAuditLog(new DatabaseSource(query), trust),
  );
const overHttp = (trust = NOTHING): Promise<AuditReport> =>
  verifyAuditLog(new HttpSource(service.url, ADMIN_TOKEN), trust);

/** The findings of both sources of the audit log. */
async function findings(trust = NOTHING): Promise<string[]> {
  const told = async (report: Promise<AuditReport>): Promise<string[]> =>
    (await report).findings.map(({ kind, message }) => `${kind}: ${message}`);
  const found = await told(ofDatabase(trust));
  expect(await told(overHttp(trust))).toEqual(found);
  return found;
}

const sealedIds = async (): Promise<number[]> =>
  (
    await service.sql<{ id: number }>(
      'SELECT unnest(event_ids)::int AS id FROM event_seal ORDER BY id, 1',
    )
  ).map(({ id }) => id);

const checkpoints = async (): Promise<CheckpointResponse[]> =>
  (await service.api.get(CHECKPOINTS).expect(200)).body.checkpoints as CheckpointResponse[];

/** Canonical JSON (RFC 8785), written independently of the service. */
function canonicalize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalize(one)}`).join(',')}}`;
}

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The verification of RFC 9162, section 2.1.3.2, from the leaf to the root. */
function rootBy({ event, leafIndex, auditPath, checkpoint }: EventProofResponse): string {
  let [node, last] = [leafIndex, checkpoint.size - 1];
  let hash = sha256(Buffer.from([0]), canonicalize(event));
  for (const sibling of auditPath.map((hex) => Buffer.from(hex, 'hex'))) {
    if (node % 2 === 1 || node === last) {
      hash = sha256(Buffer.from([1]), sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node >> 1, last >> 1];
    } else hash = sha256(Buffer.from([1]), hash, sibling);
    [node, last] = [node >> 1, last >> 1];
  }
  expect(last).toBe(0);
  return hash.toString('hex');
}

async function expectSigned(checkpoint: CheckpointResponse): Promise<void> {
  const { hash, signature, ...content } = checkpoint;
  const text = canonicalize(content);
  expect(hash).toBe(sha256(text).toString('hex'));
  const { body } = await service.api.as().get('/.well-known/jwks.json').expect(200);
  const { x } = (body.keys as { kid: string; x: string }[]).find(
    ({ kid }) => kid === checkpoint.keyId,
  )!;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verifySignature(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
}

describe('a proof that an event is in the log', () => {
  test('leads from the event, as lists show it, to the signed root', async () => {
    const ids = await history(4);
    const { body: list } = await service.api.get('/api/admin/events').expect(200);
    for (const id of ids) {
      const { body } = await service.api.get(proofOf(id)).expect(200);
      const proof = body as EventProofResponse;
      expect(proof.event).toEqual((list.events as EventResponse[]).find((one) => one.id === id));
      expect(rootBy(proof)).toBe(proof.checkpoint.rootHash);
      await expectSigned(proof.checkpoint);
    }
    const tampered = (await service.api.get(proofOf(ids[0]!)).expect(200))
      .body as EventProofResponse;
    tampered.event.createdBy = 'somebody else';
    expect(rootBy(tampered)).not.toBe(tampered.checkpoint.rootHash);
  });

  test('is not there until the event is sealed, which the answer says', async () => {
    const other = new Client({ connectionString: service.databaseUrl });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT pg_advisory_xact_lock($1)', [SEALING_LOCK]);
      await service.given.feature();
      const { body: list } = await service.api.get('/api/admin/events').expect(200);
      const [{ id }] = list.events as [EventResponse];
      const { body, headers } = await service.api.get(proofOf(id)).expect(409);
      expect(body).toMatchObject({ name: 'EventNotSealedError' });
      expect(headers['retry-after']).toBe('5');
      await other.query('COMMIT');
      await sealed();
      await service.api.get(proofOf(id)).expect(200);
    } finally {
      await other.end();
    }
  });

  test('is visible exactly to callers who see the event with its IP address', async () => {
    const viewer = await somebody(service);
    const [feature] = [await service.given.feature()];
    await sealed();
    const idOf = async (condition: string): Promise<number> =>
      (await service.sql<{ id: number }>(`SELECT id::int AS id FROM event WHERE ${condition}`))[0]!
        .id;
    await viewer.api.get(proofOf(await idOf(`feature_name = '${feature}'`))).expect(200);

    const ofUser = await idOf("type = 'user-created'");
    const hidden = await viewer.api.get(proofOf(ofUser)).expect(404);
    const unknown = await viewer.api.get(proofOf(2_000_000)).expect(404);
    expect(hidden.body.message.replace(String(ofUser), '')).toBe(
      unknown.body.message.replace('2000000', ''),
    );
    const id = await idOf(`feature_name = '${feature}'`);
    const [event] = await service.sql<{ address: string | null }>(
      'SELECT address FROM event WHERE id = $1',
      [id],
    );
    const withAddress = (address: string | null): Promise<object[]> =>
      service.sql('UPDATE event SET address = $2 WHERE id = $1', [id, address]);
    await withAddress('192.0.2.1');
    const partly = await viewer.api.get(proofOf(id)).expect(403);
    await withAddress(event!.address);
    expect(partly.body.message).toContain('READ_LOGS');
    await viewer.api.get(CHECKPOINTS).expect(403);
    await service.api.as().get(CHECKPOINTS).expect(401);
  });

  test('events of a private project have none for callers who do not see the project', async () => {
    const viewer = await somebody(service);
    const id = unique('private');
    await service.api.post('/api/admin/projects', { id, name: id, mode: 'private' }).expect(201);
    await sealed();
    const [row] = await service.sql<{ id: number }>(
      'SELECT id::int AS id FROM event WHERE project = $1',
      [id],
    );
    await viewer.api.get(proofOf(row!.id)).expect(404);
    await service.api.get(proofOf(row!.id)).expect(200);
  });
});

test('checkpoints are listed newest first, in pages with a bound, each following the one before', async () => {
  for (let n = 0; n < 3; n++) await history(1);
  const all = await checkpoints();
  expect(all.length).toBeGreaterThanOrEqual(3);
  expect(all.map(({ index }) => index)).toEqual(all.map((_, n) => all.length - n));
  expect(all.at(-1)).toMatchObject({ index: 1, firstPosition: 0, previousHash: null });
  for (const [n, checkpoint] of all.slice(0, -1).entries()) {
    expect(checkpoint.previousHash).toBe(all[n + 1]!.hash);
    expect(checkpoint.firstPosition).toBe(all[n + 1]!.lastPosition + 1);
    await expectSigned(checkpoint);
  }
  const page = await service.api.get(`${CHECKPOINTS}?before=3&limit=1`).expect(200);
  expect(page.body.checkpoints).toEqual([all.find(({ index }) => index === 2)]);
  const after = await service.api.get(`${CHECKPOINTS}?after=1&limit=1`).expect(200);
  expect(after.body.checkpoints).toEqual(page.body.checkpoints);
  for (const query of ['?limit=101', '?limit=0', '?before=0', '/1/events?limit=201'])
    await service.api.get(`${CHECKPOINTS}${query}`).expect(400);
  await service.api.get(`${CHECKPOINTS}/4000/events`).expect(404);
});

describe('sealing events', () => {
  test('skips no event of a transaction that commits late, and seals none twice', async () => {
    await history(1);
    const late = new Client({ connectionString: service.databaseUrl });
    await late.connect();
    try {
      await late.query('BEGIN');
      await late.query(
        `INSERT INTO event (type, created_by, created_by_user_id) VALUES ('late', 'x', 1)`,
      );
      await service.given.feature();
      await sealerOf().sealNext();
      await late.query('COMMIT');
    } finally {
      await late.end();
    }
    const ids = await history(1);
    expect((await sealedIds()).sort((a, b) => a - b)).toEqual(ids);
    expect(await findings()).toEqual([]);
  });

  test('several instances at once make one chain', async () => {
    const other = await service.beside();
    try {
      for (let n = 0; n < 5; n++) {
        await service.given.feature();
        await Promise.all([sealerOf().sealNext(), sealerOf(other).sealNext()]);
      }
      const ids = await history(1);
      expect((await sealedIds()).sort((a, b) => a - b)).toEqual(ids);
      expect(await findings()).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  test('a failure in the middle leaves neither a gap nor a double', async () => {
    await history(1);
    const before = (await checkpoints()).length;
    await service.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'crashed'; END $$`);
    await service.sql(`CREATE TRIGGER refuse BEFORE UPDATE ON event_seal_cursor
      FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await service.given.feature();
    await until(() =>
      sealerOf()
        .sealNext()
        .then(
          () => false,
          () => true,
        ),
    );
    expect(await checkpoints()).toHaveLength(before);
    await service.sql('DROP TRIGGER refuse ON event_seal_cursor');
    const ids = await history(1);
    expect((await sealedIds()).sort((a, b) => a - b)).toEqual(ids);
    expect(await findings()).toEqual([]);
  });

  test('metrics show what waits', async () => {
    await history(1);
    const { text } = await service.api.as().get('/internal-backstage/prometheus').expect(200);
    expect(text).toMatch(/^event_seal_lag_seconds \d/m);
    expect(text).toMatch(/^event_seal_waiting_events \d+$/m);
  });

  test('without a key there are no seals, and everything else works', async () => {
    const keyless = await TestService.start({ ENCRYPTION_KEY: '' });
    try {
      await keyless.given.feature();
      const { body } = await keyless.api.get(CHECKPOINTS).expect(200);
      expect(body).toEqual({ checkpoints: [] });
    } finally {
      await keyless.stop();
    }
  });
});

describe('sealing goes on', () => {
  eachWithOwnService();

  test('with a history from before sealing, in bounded batches, while others write', async () => {
    await service.sql('DELETE FROM event_seal');
    await service.sql(
      `INSERT INTO event (type, created_by, created_by_user_id, data)
       SELECT 'feature-created', 'x', 1, jsonb_build_object('n', n) FROM generate_series(1, 2300) n`,
    );
    await service.sql(
      `UPDATE event_seal_cursor SET walk_event_id = 0, event_id = 0,
              transaction_id = pg_snapshot_xmin(pg_current_snapshot())`,
    );
    const [ids] = await Promise.all([history(2), service.given.feature()]);
    await sealed();
    expect((await sealedIds()).sort((a, b) => a - b)).toEqual(expect.arrayContaining(ids));
    const all = await checkpoints();
    expect(Math.max(...all.map(({ size }) => size))).toBe(1_000);
    expect(await findings()).toEqual([]);
  });

  test('after a restore from another cluster', async () => {
    await history(2);
    await service.given.feature();
    await service.sql(
      `UPDATE event SET transaction_id =
         ((transaction_id::text::bigint % 1000000 + 900000000)::text)::xid8`,
    );
    await service.sql(`UPDATE event_tally_horizon SET transaction_id = '950000000'`);
    await service.sql(`UPDATE event_seal_cursor SET transaction_id = '940000000'`);
    await service.service.app.get(EventTally).catchUp();
    const ids = await history(2);
    expect((await sealedIds()).sort((a, b) => a - b)).toEqual(ids);
    expect(await findings()).toEqual([]);
  });
});

test('the verifier names nothing when nothing was touched', async () => {
  const ids = await history();
  const report = await ofDatabase();
  expect(report).toMatchObject({ findings: [], verified: ids.length, expired: 0 });
  expect(await findings()).toEqual([]);
});

describe('the verifier names', () => {
  eachWithOwnService();

  test('each event that was changed, whatever it is that was changed', async () => {
    const changes = [
      "created_by = 'somebody else'",
      "data = '{}'",
      "feature_name = 'another'",
      "tags = '[1]'",
      "address = '192.0.2.1'",
      "created_at = created_at - interval '40 days'",
      "type = 'feature-deleted'",
    ];
    const ids = (await history(changes.length)).slice(2);
    for (const [n, change] of changes.entries())
      await service.sql(`UPDATE event SET ${change} WHERE id = $1`, [ids[n]]);
    const found = await findings();
    expect(found).toHaveLength(changes.length);
    for (const n of changes.keys())
      expect(found[n]).toMatch(new RegExp(`^changed: Event ${ids[n]} .* was changed`));
  });

  test('the event that was removed', async () => {
    const ids = await history();
    await service.sql('DELETE FROM event WHERE id = $1', [ids[3]]);
    expect(await findings()).toEqual([
      expect.stringMatching(
        new RegExp(`^removed: Event ${ids[3]} was removed; it was at position`),
      ),
    ]);
    const { body } = await service.api.get(proofOf(ids[3]!)).expect(404);
    expect(body.message).toContain('has been removed since');
  });

  test('events that were inserted: among older ones, with an old time, or with a used id', async () => {
    const ids = await history();
    const insert = (columns: string, values: string): Promise<{ id: number }[]> =>
      service.sql(
        `INSERT INTO event (type, created_by, created_by_user_id, ${columns})
         OVERRIDING SYSTEM VALUE VALUES ('feature-created', 'x', 1, ${values}) RETURNING id::int`,
      );
    const [among] = await insert('transaction_id', "'3'");
    expect(await findings()).toEqual([
      expect.stringMatching(new RegExp(`^inserted: Event ${among!.id} .* it is in no seal`)),
    ]);
    await service.sql('DELETE FROM event WHERE id = $1', [among!.id]);

    // Ids are unique within a month only.
    await service.sql('SELECT add_event_month($1::date)', [ago(70).slice(0, 10)]);
    const time = ago(70);
    await insert('id, created_at', `${ids[1]}, '${time}'`);
    expect(await findings()).toEqual([
      `inserted: Event ${ids[1]} (feature-created, ${time}) was inserted: it is in no seal.`,
    ]);
    await service.sql('DELETE FROM event WHERE id = $1 AND created_at < $2', [ids[1], ago(60)]);

    // Sealing passes this transaction only when the database was restored.
    const [ahead] = await insert('created_at, transaction_id', `'${ago(2)}', '999999999999'`);
    expect((await ofDatabase()).findings).toEqual([
      {
        kind: 'inserted',
        message: expect.stringMatching(new RegExp(`^Event ${ahead!.id} .* was inserted`)),
      },
    ]);
    await service.sql('DELETE FROM event WHERE id = $1', [ahead!.id]);

    const [old] = await insert('created_at', `'${ago(2)}'`);
    await history(1);
    expect(await findings()).toEqual([
      expect.stringMatching(new RegExp(`^inserted: Event ${old!.id} .* later than it says`)),
    ]);
    await service.sql('DELETE FROM event_seal');
    await service.sql('DELETE FROM event WHERE id = $1', [old!.id]);
  });

  test('an event with an unused id among sealed ones and the time of its neighbour', async () => {
    await history();
    const next = `SELECT nextval(pg_get_serial_sequence('event', 'id'))::text AS id`;
    const [gap] = await service.sql<{ id: string }>(next);
    const neighbour = (await history(1)).at(-1)!;
    await until(async () => {
      await service.sql(`UPDATE event_seal_cursor SET open_since = now() - interval '2 minutes'`);
      await sealerOf().sealNext();
      const closed = 'SELECT FROM event_seal_cursor WHERE closed_event_id >= $1';
      return (await service.sql(closed, [neighbour])).length > 0;
    });
    await service.sql(
      `INSERT INTO event (id, type, created_by, created_by_user_id, created_at)
       OVERRIDING SYSTEM VALUE SELECT unnest(ARRAY[$1::bigint, -5]), 'feature-created', 'x', 1,
         created_at FROM event WHERE id = $2`,
      [gap!.id, neighbour],
    );
    const inserted = [-5, Number(gap!.id)].map((id) =>
      expect.stringMatching(new RegExp(`^inserted: Event ${id} .* it is in no seal`)),
    );

    expect(await findings()).toEqual(inserted);
    const later = await service.given.feature();
    await until(async () => {
      await sealerOf().sealNext();
      const [row] = await service.sql<{ sealed: boolean }>(
        `SELECT EXISTS (SELECT FROM event_seal s JOIN event e ON e.id = ANY (s.event_ids)
                         WHERE e.feature_name = $1) AS sealed`,
        [later],
      );
      return row!.sealed;
    });
    expect(await findings()).toEqual(inserted);
    expect((await service.api.get(proofOf(Number(gap!.id))).expect(409)).text).toContain(
      'inserted',
    );
    await service.sql('DELETE FROM event WHERE id = ANY ($1)', [[-5, gap!.id]]);
    expect(await findings()).toEqual([]);
  });

  test('seals that were changed, removed or cut off', async () => {
    for (let n = 0; n < 4; n++) await history(1);
    const all = await checkpoints();
    const [last, , third] = all as [CheckpointResponse, CheckpointResponse, CheckpointResponse];
    await service.sql(
      `UPDATE event_seal SET content = replace(content, '"isComplete":true', '"isComplete":false')
        WHERE id = $1`,
      [third.index],
    );
    const changed = await ofDatabase();
    expect(changed.findings[0]!.message).toBe(`Seal ${third.index}: its signature is wrong.`);
    await service.sql('DELETE FROM event_seal WHERE id = $1', [third.index]);
    expect((await ofDatabase()).findings[0]!.message).toBe(
      `Seal ${third.index + 1}: seal ${third.index} is missing before it.`,
    );
    await service.sql('DELETE FROM event_seal WHERE id >= $1', [third.index]);
    const saved = { ...NOTHING, checkpoints: [last] };
    expect((await ofDatabase(saved)).findings[0]!.message).toBe(
      `Seal ${last.index}, which you saved, is missing.`,
    );
  });

  test('seals by a key that no trusted one endorses', async () => {
    await history(1);
    const rotate = (isLost: boolean): Promise<{ id: string }> =>
      inMaintenance({ url: service.databaseUrl, ssl: false }, 'READ COMMITTED', (query) =>
        rotateKey(query, new SecretBox(loadConfig(KEY)), { given: undefined, isLost }),
      );
    await rotate(false);
    await history(1);
    expect(await findings()).toEqual([]);

    const { id } = await rotate(true);
    await history(1);
    const found = await findings();
    expect(found[0]).toMatch(new RegExp(`^seal: Seal \\d+: no trusted key endorses its key ${id}`));
    const { trustedIds } = await ofDatabase();
    expect(await findings({ ...NOTHING, ids: [...trustedIds, id] })).toEqual([]);
  });
});

describe('retention of sealed events', () => {
  eachWithOwnService({ EVENT_RETENTION_DAYS: '100', TOKEN_USE_RETENTION_DAYS: '7' });

  test('events that retention removed are distinguished from those that somebody deleted', async () => {
    await service.sql('SELECT add_event_month($1::date)', [ago(200).slice(0, 10)]);
    await service.sql(
      `INSERT INTO event (type, created_by, created_by_user_id, created_at)
       SELECT 'feature-created', 'x', 1, $1::timestamptz FROM generate_series(1, 5)`,
      [ago(200)],
    );
    await sealed();
    await service.sql(
      `INSERT INTO event (type, created_by, created_by_user_id, created_at)
       SELECT unnest(ARRAY['api-token-used', 'feature-created']), 'x', 1, $1::timestamptz`,
      [ago(30)],
    );
    const ids = await history(1);
    expect((await ofDatabase()).findings.filter(({ kind }) => kind !== 'inserted')).toEqual([]);
    await until(async () => {
      await service.service.app.get(EventTally).catchUp();
      await service.service.app.get(EventRetention).removeOld();
      const [row] = await service.sql<{ left: number }>('SELECT count(*)::int AS left FROM event');
      return row!.left <= ids.length - 6;
    });

    const { findings: found, expired } = await ofDatabase();
    expect(found.filter(({ kind }) => kind !== 'inserted')).toEqual([]);
    expect(expired).toBe(6);
    await service.sql('DELETE FROM event WHERE id = $1', [ids.at(-1)]);
    expect((await ofDatabase()).findings[0]).toMatchObject({ kind: 'removed' });
  });
});
