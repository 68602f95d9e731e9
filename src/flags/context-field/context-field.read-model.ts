import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { NameExistsError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { Json } from '../../platform/http/json.js';
import { type JsonList, listAsJson } from '../../platform/http/json-list.js';
import type { ContextFieldResponse, ContextFieldStrategiesResponse } from './context-field.dto.js';
import { LIST, READ, LIST_STRATEGIES, TAKEN } from './context-field.sql.js';

/** Reads context fields. */
@Injectable()
export class ContextFieldReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The fields of a project or, with null, those of all, with their visible usage.
   * @param others Which fields to list besides: global ones, or those of visible projects.
   */
  async list(
    project: string | null,
    others: 'global' | 'projects' | null,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<ContextFieldResponse[]>> {
    const [row] = await this.database.runFor(reader, LIST, [hiddenProjects, project, others]);
    return row!.list;
  }

  /** @throws NotFoundError when there is no such field. */
  async get({ name, project }: FieldPlace): Promise<Json<ContextFieldResponse>> {
    const [row] = await this.database.run(READ, [name, project]);
    if (!row) throw noField({ name, project });
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
  ): Promise<JsonList<ContextFieldStrategiesResponse>> {
    const values = [name, hiddenProjects] as const;
    return listAsJson(await this.database.pagesFor(reader, LIST_STRATEGIES, values), 'strategies');
  }

  /** @throws NameExistsError when the name is taken. */
  async requireFree(name: string): Promise<void> {
    const taken = await this.database.run(TAKEN, [name]);
    if (taken.length > 0)
      throw new NameExistsError(`A context field with the name "${name}" already exists.`);
  }
}

/** Where a context field is. */
export interface FieldPlace {
  name: string;
  /** The project that it belongs to; null for none. */
  project: string | null;
}

/** The error for an unknown context field. */
export function noField({ name, project }: FieldPlace): NotFoundError {
  const where = project === null ? '' : ` of the project "${project}"`;
  return new NotFoundError(`There is no context field "${name}"${where}.`);
}
