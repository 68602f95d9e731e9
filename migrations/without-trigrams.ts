import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What these migrations do where the extension `pg_trgm` cannot be used: the same without the index
 * of the search. The service adds that index at the first start after the extension has become
 * available (`src/database/trigrams.ts`).
 */
export const WITHOUT_TRIGRAMS: readonly (MigrationInterface & { name: string })[] = [
  {
    name: 'FeatureSearch1763608000000',
    async up(q: QueryRunner): Promise<void> {
      await q.query(/* sql */ `
        CREATE INDEX feature_live_by_created_at ON feature (created_at, name)
          WHERE archived_at IS NULL;
        CREATE INDEX feature_live_by_name ON feature (name) WHERE archived_at IS NULL;
      `);
    },
    async down(q: QueryRunner): Promise<void> {
      await q.query(/* sql */ 'DROP INDEX feature_live_by_created_at, feature_live_by_name');
    },
  },
  {
    name: 'SearchIndexOfExpressions1767400000000',
    up: async () => undefined,
    down: async () => undefined,
  },
];

/** Builds the index that {@link WITHOUT_TRIGRAMS} leaves out, while features can be changed. */
export const ADD_SEARCH_INDEX: readonly string[] = [
  'DROP INDEX CONCURRENTLY IF EXISTS feature_search_text',
  /* sql */ `
    CREATE INDEX CONCURRENTLY feature_search_text ON feature
      USING gin ((name || '') gin_trgm_ops, (description || '') gin_trgm_ops)`,
];
