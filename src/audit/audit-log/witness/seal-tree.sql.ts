import { statement } from '../../../platform/database/statement.js';

const SIZE = /* sql */ `
  (SELECT COALESCE(max(n.place) + 1, 0) FROM event_seal_node n WHERE n.level = 0)`;

/** How many seals the tree has, of which instance they are, and when the last one was made. */
export const READ_TREE = statement<[], { size: number; instanceId: string }>(
  'seal-tree.read-tree',
  `SELECT ${SIZE}::float8 AS size, (SELECT id::text FROM instance) AS "instanceId"`,
);

/** Seals that are not in the tree yet. */
export const NEXT_SEALS = statement<[most: number], { id: number; content: string }>(
  'seal-tree.next-seals',
  /* sql */ `
    SELECT s.id::float8 AS id, s.content FROM event_seal s
     WHERE s.id > ${SIZE} ORDER BY s.id LIMIT $1`,
);

/** Nodes of the tree, in any order. */
export const READ_NODES = statement<
  [levels: readonly number[], places: readonly number[]],
  { level: number; place: number; hash: Buffer }
>(
  'seal-tree.read-nodes',
  /* sql */ `
    SELECT n.level::int AS level, n.place::float8 AS place, n.hash
      FROM unnest($1::smallint[], $2::bigint[]) AS wanted (level, place)
      JOIN event_seal_node n ON n.level = wanted.level AND n.place = wanted.place`,
);

/** Other instances add the same nodes. */
export const ADD_NODES = statement<
  [levels: readonly number[], places: readonly number[], hashes: readonly Buffer[]]
>(
  'seal-tree.add-nodes',
  /* sql */ `
    INSERT INTO event_seal_node (level, place, hash)
    SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])
    ON CONFLICT ON CONSTRAINT event_seal_node_pkey DO NOTHING`,
);
