import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { READ_ENFORCED, READ_REVISION } from './payload-schema.sql.js';

/** The schemas that all payloads of their features follow. */
@Injectable()
export class PayloadSchemaReadModel {
  private kept: { revision: string; schemas: ReadonlyMap<string, object> } | undefined;

  constructor(private readonly database: Database) {}

  /** The schemas by feature: the same object while none changes. */
  async enforced(): Promise<ReadonlyMap<string, object>> {
    const [row] = await this.database.run(READ_REVISION);
    const { revision } = row!;
    if (this.kept?.revision !== revision) {
      const rows = await this.database.run(READ_ENFORCED);
      const schemas = new Map(rows.map(({ featureName, schema }) => [featureName, schema]));
      this.kept = { revision, schemas };
    }
    return this.kept.schemas;
  }
}
