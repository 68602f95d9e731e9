import { Injectable } from '@nestjs/common';
import { Database, type PlainStatement as Statement } from '../database/database.js';
import { NotFoundError } from '../errors/general.errors.js';
import type { Json } from '../http/json.js';
import type {
  StrategyDefinitionResponse,
  StrategyDefinitionsResponse,
} from './strategy-definition.response.js';

/** JSON of a strategy definition `d`, as in responses and events. */
export const STRATEGY_DEFINITION_JSON = /* sql */ `
  json_build_object('name', d.name, 'displayName', d.display_name, 'title', d.title, 'description', d.description, 'editable', NOT d.built_in,
    'deprecated', d.deprecated, 'parameters', d.parameters)`;

const LIST: Statement = {
  name: 'strategy-definition-list',
  text: /* sql */ `
    SELECT json_build_object('version', 1,
             'strategies', COALESCE(json_agg(${STRATEGY_DEFINITION_JSON} ORDER BY d.sort_order, d.name), '[]'))::text AS list
      FROM strategy_definition d`,
};

const READ: Statement = {
  name: 'strategy-definition-read',
  text: `SELECT ${STRATEGY_DEFINITION_JSON}::text AS definition FROM strategy_definition d WHERE d.name = $1`,
};

/** Reads strategy definitions. */
@Injectable()
export class StrategyDefinitionReadModel {
  constructor(private readonly database: Database) {}

  async list(): Promise<Json<StrategyDefinitionsResponse>> {
    const [row] = await this.database.run<{ list: string }>(LIST);
    return row!.list;
  }

  /** @throws NotFoundError when the definition does not exist. */
  async get(name: string): Promise<Json<StrategyDefinitionResponse>> {
    const [row] = await this.database.run<{ definition: string }>(READ, [name]);
    if (!row) throw noDefinition(name);
    return row.definition;
  }
}

export function noDefinition(name: string): NotFoundError {
  return new NotFoundError(`There is no strategy "${name}".`);
}
