import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database } from '../../platform/database/database.js';
import { NameExistsError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { Json } from '../../platform/http/json.js';
import type {
  OneTagResponse,
  OneTagTypeResponse,
  TagListResponse,
  TagTypeListResponse,
} from './tag.dto.js';
import { TAG, TAGS, TYPE, TYPES } from './tag.sql.js';

/** Reads tags and tag types. */
@Injectable()
export class TagReadModel {
  constructor(private readonly database: Database) {}

  /** All visible tags, or those of a type; empty for an unknown type (reference behaviour). */
  async list(
    { hiddenProjects }: Caller,
    type: string | null = null,
  ): Promise<Json<TagListResponse>> {
    const [row] = await this.database.run(TAGS, [type, hiddenProjects]);
    return row!.answer;
  }

  /** @throws NotFoundError when the tag does not exist or is hidden. */
  async get(
    type: string,
    value: string,
    { hiddenProjects }: Caller,
  ): Promise<Json<OneTagResponse>> {
    const [row] = await this.database.run(TAG, [type, value, hiddenProjects]);
    if (!row) throw new NotFoundError(`There is no tag "${value}" of the type "${type}".`);
    return row.answer;
  }

  async types(): Promise<Json<TagTypeListResponse>> {
    const [row] = await this.database.run(TYPES);
    return row!.answer;
  }

  /** @throws NotFoundError when the tag type does not exist. */
  async type(name: string): Promise<Json<OneTagTypeResponse>> {
    const [row] = await this.database.run(TYPE, [name]);
    if (!row) throw new NotFoundError(`There is no tag type "${name}".`);
    return row.answer;
  }

  /** @throws NameExistsError when the name is taken. */
  async requireFree(name: string): Promise<void> {
    const [row] = await this.database.run(TYPE, [name]);
    if (row) throw new NameExistsError(`A tag type with the name "${name}" already exists.`);
  }
}
