import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller/caller.js';
import { isHiddenTag } from '../auth/permissions/hidden.sql.js';
import { Database, type Statement } from '../database/database.js';
import { NameExistsError, NotFoundError } from '../errors/general.errors.js';
import type { Json } from '../http/json.js';
import type {
  OneTagResponse,
  OneTagTypeResponse,
  TagListResponse,
  TagTypeListResponse,
} from './tag.response.js';

const TAG_JSON = "json_build_object('value', t.value, 'type', t.type)";
const TYPE_JSON =
  "json_build_object('name', tt.name, 'description', tt.description, 'icon', tt.icon)";

/**
 * $1 tag type, or null for all; $2 projects that are hidden: tags that are private to them are left
 * out.
 */
const TAGS: Statement = {
  name: 'tags',
  text: /* sql */ `
    SELECT json_build_object('version', 1, 'tags', COALESCE(json_agg(${TAG_JSON} ORDER BY t.type, t.value), '[]'))::text AS answer
      FROM tag t WHERE ($1::text IS NULL OR t.type = $1) AND NOT ${isHiddenTag('t', '$2::text[]')}`,
};

/** $1 tag type, $2 value, $3 projects as in the list. */
const TAG: Statement = {
  name: 'tag',
  text: /* sql */ `
    SELECT json_build_object('version', 1, 'tag', ${TAG_JSON})::text AS answer FROM tag t
     WHERE t.type = $1 AND t.value = $2 AND NOT ${isHiddenTag('t', '$3::text[]')}`,
};

const TYPES: Statement = {
  name: 'tag-types',
  text: /* sql */ `
    SELECT json_build_object('version', 1, 'tagTypes', COALESCE(json_agg(${TYPE_JSON} ORDER BY tt.name), '[]'))::text AS answer FROM tag_type tt`,
};

const TYPE: Statement = {
  name: 'tag-type',
  text: /* sql */ `SELECT json_build_object('version', 1, 'tagType', ${TYPE_JSON})::text AS answer FROM tag_type tt WHERE tt.name = $1`,
};

/** Tags and tag types as callers see them. */
@Injectable()
export class TagReadModel {
  constructor(private readonly database: Database) {}

  /**
   * All tags that the caller may know of, or those of a type; none when there is no such type, as
   * in the reference.
   */
  async list(
    { hiddenProjects }: Caller,
    type: string | null = null,
  ): Promise<Json<TagListResponse>> {
    return (await this.answer(TAGS, type, hiddenProjects))!;
  }

  /** @throws NotFoundError when there is no such tag that the caller may know of. */
  async get(
    type: string,
    value: string,
    { hiddenProjects }: Caller,
  ): Promise<Json<OneTagResponse>> {
    const tag = await this.answer(TAG, type, value, hiddenProjects);
    if (tag === undefined)
      throw new NotFoundError(`There is no tag "${value}" of the type "${type}".`);
    return tag;
  }

  async types(): Promise<Json<TagTypeListResponse>> {
    return (await this.answer(TYPES))!;
  }

  /** @throws NotFoundError when there is no such tag type. */
  async type(name: string): Promise<Json<OneTagTypeResponse>> {
    const type = await this.answer(TYPE, name);
    if (type === undefined) throw new NotFoundError(`There is no tag type "${name}".`);
    return type;
  }

  /** @throws NameExistsError when there is a tag type of this name. */
  async requireFree(name: string): Promise<void> {
    const type = await this.answer(TYPE, name);
    if (type !== undefined)
      throw new NameExistsError(`A tag type with the name "${name}" already exists.`);
  }

  private async answer(statement: Statement, ...values: unknown[]): Promise<string | undefined> {
    const [row] = await this.database.run<{ answer: string }>(statement, values);
    return row?.answer;
  }
}
