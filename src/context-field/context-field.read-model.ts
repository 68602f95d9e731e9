import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller/caller.js';
import { Database, type PlainStatement as Statement, type Reader } from '../database/database.js';
import { STRATEGY_USES_JSON } from '../feature/strategy/strategy-use.js';
import { NameExistsError, NotFoundError } from '../errors/general.errors.js';
import type { Json } from '../http/json.js';
import type {
  ContextFieldResponse,
  ContextFieldStrategiesResponse,
} from './context-field.response.js';

/** JSON of a context field `c`, as in responses and events. */
export const CONTEXT_FIELD_JSON = /* sql */ `
  jsonb_build_object('name', c.name, 'description', c.description, 'stickiness', c.stickiness, 'sortOrder', c.sort_order,
    'legalValues', c.legal_values, 'createdAt', iso8601(c.created_at))`;

/**
 * Context fields with usage in visible projects. An index finds the strategies with constraints.
 */
const LIST: Statement = {
  name: 'context-field-list',
  text: /* sql */ `
    WITH used AS (
      SELECT part ->> 'contextName' AS name, count(DISTINCT f.name)::int AS features, count(DISTINCT f.project)::int AS projects
        FROM feature_strategy fs
        JOIN feature f ON f.name = fs.feature_name AND f.archived_at IS NULL
        CROSS JOIN LATERAL jsonb_array_elements(fs.constraints) part
       WHERE fs.constraint_count > 0 AND f.project <> ALL ($1::text[]) GROUP BY 1
    )
    SELECT COALESCE(json_agg(${CONTEXT_FIELD_JSON} || jsonb_build_object('usedInProjects', COALESCE(u.projects, 0),
             'usedInFeatures', COALESCE(u.features, 0)) ORDER BY c.name), '[]')::text AS list
      FROM context_field c LEFT JOIN used u ON u.name = c.name`,
};

const READ: Statement = {
  name: 'context-field-read',
  text: `SELECT ${CONTEXT_FIELD_JSON}::text AS field FROM context_field c WHERE c.name = $1`,
};

/** Strategies with a constraint on a context field, without those of hidden projects. */
const STRATEGIES: Statement = {
  name: 'context-field-strategies',
  text: /* sql */ `
    SELECT json_build_object('strategies', ${STRATEGY_USES_JSON})::text AS uses
      FROM feature_strategy fs JOIN feature f ON f.name = fs.feature_name AND f.archived_at IS NULL
     WHERE fs.constraint_count > 0 AND fs.constraints @> jsonb_build_array(jsonb_build_object('contextName', $1::text))
       AND f.project <> ALL ($2::text[])`,
};

const TAKEN: Statement = {
  name: 'context-field-name-taken',
  text: 'SELECT FROM context_field WHERE name = $1',
};

/** Reads context fields. */
@Injectable()
export class ContextFieldReadModel {
  constructor(private readonly database: Database) {}

  /** All fields with their visible usage. */
  async list({ hiddenProjects }: Caller, reader: Reader): Promise<Json<ContextFieldResponse[]>> {
    const [row] = await this.database.runFor<{ list: string }>(reader, LIST, [hiddenProjects]);
    return row!.list;
  }

  /** @throws NotFoundError when the field does not exist. */
  async get(name: string): Promise<Json<ContextFieldResponse>> {
    const [row] = await this.database.run<{ field: string }>(READ, [name]);
    if (!row) throw noField(name);
    return row.field;
  }

  /**
   * The visible strategies of live features with a constraint on the field; empty for an unknown
   * one (reference behaviour).
   */
  async strategies(
    name: string,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<ContextFieldStrategiesResponse>> {
    const [row] = await this.database.runFor<{ uses: string }>(reader, STRATEGIES, [
      name,
      hiddenProjects,
    ]);
    return row!.uses;
  }

  /** @throws NameExistsError when the name is taken. */
  async requireFree(name: string): Promise<void> {
    const taken = await this.database.run(TAKEN, [name]);
    if (taken.length > 0)
      throw new NameExistsError(`A context field with the name "${name}" already exists.`);
  }
}

export function noField(name: string): NotFoundError {
  return new NotFoundError(`There is no context field "${name}".`);
}
