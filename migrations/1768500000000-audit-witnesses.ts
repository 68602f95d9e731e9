import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The Merkle tree of the seals, and who witnesses that it only grows. */
export class AuditWitnesses1768500000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- complete nodes of the tree whose leaves (level 0) are the seals in their order
      CREATE TABLE event_seal_node (
        level smallint NOT NULL,
        place bigint NOT NULL,
        hash bytea NOT NULL
          CONSTRAINT event_seal_node_hash_length CHECK (octet_length(hash) = 32),
        CONSTRAINT event_seal_node_pkey PRIMARY KEY (level, place)
      );
      CREATE TABLE audit_witness (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_witness_pkey PRIMARY KEY,
        name text NOT NULL CONSTRAINT audit_witness_name_key UNIQUE,
        public_key text NOT NULL CONSTRAINT audit_witness_public_key_key UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        -- the last checkpoint that it cosigned
        tree_size bigint,
        root_hash bytea,
        cosigned_at timestamptz,
        cosignature bytea
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE audit_witness; DROP TABLE event_seal_node');
  }
}
