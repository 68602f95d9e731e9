import { statement } from '../../../platform/database/statement.js';

/** A registered witness, and the last checkpoint that it cosigned. */
export interface StoredWitness {
  id: number;
  name: string;
  /** Its Ed25519 key in base64url. */
  publicKey: string;
  createdAt: string;
  size: number;
  rootHash: Buffer | null;
  cosignedAt: string | null;
  cosignature: Buffer | null;
  missing: number;
  missingSince: string | null;
  instanceId: string;
}

export const LIST = statement<[], StoredWitness>(
  'witness.list',
  /* sql */ `
    SELECT w.id, w.name, w.public_key AS "publicKey", iso8601(w.created_at) AS "createdAt",
           COALESCE(w.tree_size, 0)::float8 AS size, w.root_hash AS "rootHash",
           iso8601(w.cosigned_at) AS "cosignedAt", w.cosignature,
           GREATEST(0, COALESCE((SELECT max(s.id) FROM event_seal s), 0)
                       - COALESCE(w.tree_size, 0))::float8 AS missing,
           (SELECT s.content::jsonb ->> 'createdAt' FROM event_seal s
             WHERE s.id > COALESCE(w.tree_size, 0) ORDER BY s.id LIMIT 1) AS "missingSince",
           (SELECT id::text FROM instance) AS "instanceId"
      FROM audit_witness w ORDER BY w.id`,
);

export const ADD = statement<[name: string, publicKey: string], { id: number }>(
  'witness.add',
  'INSERT INTO audit_witness (name, public_key) VALUES ($1, $2) RETURNING id',
);

export const COUNT = statement<[], { count: number }>(
  'witness.count',
  'SELECT count(*)::int AS count FROM audit_witness',
);

export const DELETE = statement<[id: number], { id: number; name: string; publicKey: string }>(
  'witness.delete',
  'DELETE FROM audit_witness WHERE id = $1 RETURNING id, name, public_key AS "publicKey"',
);

/** Notes a cosignature, unless a later one is known. */
export const NOTE = statement<
  [id: number, size: number, rootHash: Buffer, seconds: number, cosignature: Buffer]
>(
  'witness.note',
  /* sql */ `
    UPDATE audit_witness SET tree_size = $2::bigint, root_hash = $3,
           cosigned_at = to_timestamp($4::float8), cosignature = $5
     WHERE id = $1 AND (tree_size IS NULL
       OR (tree_size, cosigned_at) <= ($2::bigint, to_timestamp($4::float8)))`,
);

/**
 * How late witnesses are: since the last cosignature, or since the first seal that it does not
 * cover. Seals from before the registration do not count.
 */
export const READ_LAG = statement<[], { name: string; seconds: number }>(
  'witness.read-lag',
  /* sql */ `
    SELECT w.name, GREATEST(0, EXTRACT(EPOCH FROM now() - LEAST(
             COALESCE(w.cosigned_at, w.created_at), GREATEST(w.created_at, (
               SELECT (s.content::jsonb ->> 'createdAt')::timestamptz FROM event_seal s
                WHERE s.id > COALESCE(w.tree_size, 0) ORDER BY s.id LIMIT 1)))))::float8 AS seconds
      FROM audit_witness w`,
);

const SIZE = /* sql */ `
  (SELECT COALESCE(max(n.place) + 1, 0) FROM event_seal_node n WHERE n.level = 0)`;

/** How many seals the tree has, of which instance they are, and when the last one was made. */
export const READ_TREE = statement<[], { size: number; instanceId: string }>(
  'witness.read-tree',
  `SELECT ${SIZE}::float8 AS size, (SELECT id::text FROM instance) AS "instanceId"`,
);

/** Seals that are not in the tree yet. */
export const NEXT_SEALS = statement<[most: number], { id: number; content: string }>(
  'witness.next-seals',
  /* sql */ `
    SELECT s.id::float8 AS id, s.content FROM event_seal s
     WHERE s.id > ${SIZE} ORDER BY s.id LIMIT $1`,
);

/** Nodes of the tree, in any order. */
export const READ_NODES = statement<
  [levels: readonly number[], places: readonly number[]],
  { level: number; place: number; hash: Buffer }
>(
  'witness.read-nodes',
  /* sql */ `
    SELECT n.level::int AS level, n.place::float8 AS place, n.hash
      FROM unnest($1::smallint[], $2::bigint[]) AS wanted (level, place)
      JOIN event_seal_node n ON n.level = wanted.level AND n.place = wanted.place`,
);

/** Other instances add the same nodes. */
export const ADD_NODES = statement<
  [levels: readonly number[], places: readonly number[], hashes: readonly Buffer[]]
>(
  'witness.add-nodes',
  /* sql */ `
    INSERT INTO event_seal_node (level, place, hash)
    SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])
    ON CONFLICT ON CONSTRAINT event_seal_node_pkey DO NOTHING`,
);
