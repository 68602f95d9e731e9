import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { NameExistsError, NotFoundError } from '../../platform/errors/general.errors.js';
import { type JsonList, listAsJson } from '../../platform/http/json-list.js';
import type { Json } from '../../platform/http/json.js';
import type {
  SegmentResponse,
  SegmentSearchQuery,
  SegmentSearchResponse,
  SegmentsResponse,
  SegmentStrategiesResponse,
} from './segment.dto.js';
import { LIST, LIST_OF_STRATEGY, LIST_STRATEGIES, READ, SEARCH, TAKEN } from './segment.sql.js';

/** Reads segments. Each response is one SQL statement. */
@Injectable()
export class SegmentReadModel {
  constructor(private readonly database: Database) {}

  /** The visible segments with their visible usage. */
  async list({ hiddenProjects }: Caller, reader: Reader): Promise<Json<SegmentsResponse>> {
    const [row] = await this.database.runFor(reader, LIST, [hiddenProjects]);
    return row!.list;
  }

  /** @throws NotFoundError when the segment does not exist or is hidden. */
  async get(id: number, { hiddenProjects }: Caller): Promise<Json<SegmentResponse>> {
    const [row] = await this.database.run(READ, [id, hiddenProjects]);
    if (!row) throw noSegment(id);
    return row.segment;
  }

  /** The segments of a strategy; empty for an unknown one (reference behaviour). */
  async ofStrategy(
    strategyId: string,
    { hiddenProjects }: Caller,
  ): Promise<Json<SegmentsResponse>> {
    const [row] = await this.database.run(LIST_OF_STRATEGY, [
      isUUID(strategyId) ? strategyId : null,
      hiddenProjects,
    ]);
    return row!.list;
  }

  /**
   * The visible strategies of live features that use the segment; empty for an unknown one
   * (reference behaviour).
   */
  async strategies(
    id: number,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<JsonList<SegmentStrategiesResponse>> {
    const values = [id, hiddenProjects] as const;
    const pages = await this.database.pagesFor(reader, LIST_STRATEGIES, values);
    return listAsJson(pages, 'strategies', { changeRequestStrategies: [] });
  }

  /** @throws NameExistsError when the name is taken. */
  async requireFree(name: string): Promise<void> {
    const taken = await this.database.run(TAKEN, [name]);
    if (taken.length > 0)
      throw new NameExistsError(`A segment with the name "${name}" already exists.`);
  }
}

/** The error for an unknown segment. */
export function noSegment(id: number): NotFoundError {
  return new NotFoundError(`There is no segment with the id ${id}.`);
}

/** Finds segments, in pages. */
@Injectable()
export class SegmentSearchReadModel {
  constructor(private readonly database: Database) {}

  /** A page of the segments that match, without those of hidden projects. */
  async find(
    query: SegmentSearchQuery,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<SegmentSearchResponse>> {
    const [row] = await this.database.longRead(reader, SEARCH(query, hiddenProjects));
    return row!.json;
  }
}
