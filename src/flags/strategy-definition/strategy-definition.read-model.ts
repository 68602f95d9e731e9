import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import type { Json } from '../../platform/http/json.js';
import type {
  StrategyDefinitionResponse,
  StrategyDefinitionsResponse,
} from './strategy-definition.dto.js';
import { LIST, READ } from './strategy-definition.sql.js';

/** Reads strategy definitions. */
@Injectable()
export class StrategyDefinitionReadModel {
  constructor(private readonly database: Database) {}

  async list(): Promise<Json<StrategyDefinitionsResponse>> {
    const [row] = await this.database.run(LIST);
    return row!.list;
  }

  /** @throws NotFoundError when the definition does not exist. */
  async get(name: string): Promise<Json<StrategyDefinitionResponse>> {
    const [row] = await this.database.run(READ, [name]);
    if (!row) throw noDefinition(name);
    return row.definition;
  }
}

/** The error for an unknown strategy definition. */
export function noDefinition(name: string): NotFoundError {
  return new NotFoundError(`There is no strategy "${name}".`);
}
