import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes that give the features of a project, and those of an application, in their order. */
export class IndexesOfLists1765000001030 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE INDEX feature_live_by_project ON feature (project, name) WHERE archived_at IS NULL;
      CREATE INDEX client_application_feature_seen
        ON client_application_feature (app_name, environment, feature_name);
      DROP INDEX client_application_feature_application;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE INDEX client_application_feature_application
        ON client_application_feature (app_name);
      DROP INDEX client_application_feature_seen, feature_live_by_project;
    `);
  }
}
