import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests that were refused with 403, and tokens that nobody knows: counted for each caller, route and minute. */
export class DeniedRequests1764700000020 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE denied_request (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT denied_request_pkey PRIMARY KEY,
        minute timestamptz NOT NULL,
        reason text NOT NULL CONSTRAINT denied_request_reason_known CHECK (reason IN ('forbidden', 'unknown-token')),
        -- 'user', 'api-token', 'personal-token', 'unknown', or 'others' for what was too much to be told apart
        caller_kind text NOT NULL,
        -- id of the user or the token; empty when unknown
        caller_id text NOT NULL,
        caller_name text NOT NULL,
        method text NOT NULL,
        -- the template of the route: never a path as it came
        route text NOT NULL,
        -- network that the requests came from
        address text NOT NULL,
        requests bigint NOT NULL,
        CONSTRAINT denied_request_key UNIQUE (minute, reason, caller_kind, caller_id, method, route, address)
      );
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ 'DROP TABLE denied_request');
  }
}
