import { Injectable } from '@nestjs/common';
import { DatabaseErrorTranslator } from '../../../platform/database/constraint-errors.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { validated } from '../../../platform/http/validation/validation.pipe.js';
import { DirectoryGroups } from './directory-groups.js';
import type { DirectoryAccess } from './directory-settings.service.js';
import { DirectoryUsers } from './directory-users.js';
import {
  SCHEMA,
  ScimBulkDto,
  type ScimBulkOperationDto,
  type ScimBulkResponse,
  type ScimBulkResultResponse,
} from './scim.dto.js';
import { invalid, type ScimError, scimErrorOf } from './scim-error.js';

const PATH = /^\/(Users|Groups)(?:\/(\d{1,9}|bulkId:.+))?$/i;
const REFERENCE = /^bulkId:(.+)$/;

/** Runs the operations of a bulk request one after the other, each in its own transaction. */
@Injectable()
export class ScimBulk {
  constructor(
    private readonly users: DirectoryUsers,
    private readonly groups: DirectoryGroups,
    private readonly errors: DatabaseErrorTranslator,
  ) {}

  /** @throws BadDataError when the request itself is not valid. */
  async carryOut(body: unknown, access: DirectoryAccess): Promise<ScimBulkResponse> {
    const { Operations: wanted, failOnErrors = Infinity } = await validated(ScimBulkDto, body, '');
    const ids = new Map<string, string>();
    const results: ScimBulkResultResponse[] = [];
    let errors = 0;
    for (const one of wanted) {
      if (errors >= failOnErrors) break;
      const result = await this.result(one, ids, access);
      if (result.response) errors++;
      results.push(result);
    }
    return { schemas: [SCHEMA.bulkResponse], Operations: results };
  }

  private async result(
    wanted: ScimBulkOperationDto,
    ids: Map<string, string>,
    access: DirectoryAccess,
  ): Promise<ScimBulkResultResponse> {
    const { method, bulkId } = wanted;
    const head = { method, ...(bulkId === undefined ? {} : { bulkId }) };
    try {
      const made = await this.one(wanted, ids, access);
      if (bulkId !== undefined && made) ids.set(bulkId, made.id);
      const location = made?.meta?.location;
      const status = method === 'POST' ? '201' : made ? '200' : '204';
      return { ...head, ...(location ? { location } : {}), status };
    } catch (error) {
      const known = this.errorOf(error);
      return { ...head, status: String(known.status), response: known.body() };
    }
  }

  /** @throws Error that is not one of the request. */
  private errorOf(error: unknown): ScimError {
    const known = error instanceof ApiError ? error : this.errors.translate(error);
    if (!known || known.status >= 500) throw error;
    return scimErrorOf(known);
  }

  private async one(
    { method, path, data }: ScimBulkOperationDto,
    ids: ReadonlyMap<string, string>,
    access: DirectoryAccess,
  ) {
    const [, type, given] = PATH.exec(path) ?? [];
    if (!type || (method === 'POST') !== (given === undefined))
      throw invalid('invalidPath', `There is nothing to ${method} at ${path}.`);
    const of = type.toLowerCase() === 'users' ? this.users : this.groups;
    const body = resolved(data, ids);
    if (method === 'POST') return of.create(body, access);
    const id = Number(resolved(given, ids));
    if (method === 'PUT') return of.replace(id, body, access);
    if (method === 'PATCH') return of.patch(id, body, access);
    return of.delete(id, access);
  }
}

/**
 * A value with the ids of what earlier operations created.
 * @throws ScimError when none of them has the name.
 */
function resolved(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const [, name] = REFERENCE.exec(value) ?? [];
    if (name === undefined) return value;
    const id = ids.get(name);
    if (id === undefined)
      throw invalid('invalidValue', `No earlier operation created what is called ${value}.`);
    return id;
  }
  if (Array.isArray(value)) return value.map((one: unknown) => resolved(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, ids)]));
}
