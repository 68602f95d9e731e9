import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller/caller.js';
import { isUUID } from 'class-validator';
import { Database, type PlainStatement as Statement, type Reader } from '../database/database.js';
import { STRATEGY_USES_JSON } from '../feature/strategy/strategy-use.js';
import { NameExistsError, NotFoundError } from '../errors/general.errors.js';
import type { Json } from '../http/json.js';
import type {
  SegmentResponse,
  SegmentsResponse,
  SegmentStrategiesResponse,
} from './segment.response.js';

/** `s` is a segment: its JSON, as answers and events show it. */
export const SEGMENT_JSON = /* sql */ `
  jsonb_build_object('id', s.id, 'name', s.name, 'description', s.description, 'constraints', s.constraints,
    'createdBy', s.created_by, 'createdAt', iso8601(s.created_at))
    || CASE WHEN s.project IS NULL THEN '{}' ELSE jsonb_build_object('project', s.project) END`;

/** `s` is a segment: whether it is of none of the projects. */
const isSeen = (hidden: string): string => `COALESCE(s.project <> ALL (${hidden}::text[]), true)`;

/** $1 projects: their segments are left out, and their features count for nothing. */
const LIST: Statement = {
  name: 'segment-list',
  text: /* sql */ `
    WITH used AS (
      SELECT ss.segment_id, count(DISTINCT f.name)::int AS features, count(DISTINCT f.project)::int AS projects
        FROM feature_strategy_segment ss
        JOIN feature_strategy fs ON fs.id = ss.strategy_id
        JOIN feature f ON f.name = fs.feature_name AND f.archived_at IS NULL AND f.project <> ALL ($1::text[])
       GROUP BY 1
    )
    SELECT json_build_object('segments', COALESCE(json_agg(${SEGMENT_JSON} || jsonb_build_object('usedInProjects', COALESCE(u.projects, 0),
             'usedInFeatures', COALESCE(u.features, 0)) ORDER BY s.name), '[]'))::text AS list
      FROM segment s LEFT JOIN used u ON u.segment_id = s.id WHERE ${isSeen('$1')}`,
};

/** $1 id, $2 projects whose segments are none. */
const READ: Statement = {
  name: 'segment-read',
  text: `SELECT (${SEGMENT_JSON})::text AS segment FROM segment s WHERE s.id = $1 AND ${isSeen('$2')}`,
};

/** $1 strategy, $2 projects whose strategies are none. */
const OF_STRATEGY: Statement = {
  name: 'segment-of-strategy',
  text: /* sql */ `
    SELECT json_build_object('segments', COALESCE(json_agg(${SEGMENT_JSON} ORDER BY s.name), '[]'))::text AS list
      FROM feature_strategy_segment ss JOIN segment s ON s.id = ss.segment_id
      JOIN feature_strategy fs ON fs.id = ss.strategy_id
      JOIN feature f ON f.name = fs.feature_name AND f.project <> ALL ($2::text[])
     WHERE ss.strategy_id = $1`,
};

/** $1 segment, $2 projects whose features are left out. */
const STRATEGIES: Statement = {
  name: 'segment-strategies',
  text: /* sql */ `
    SELECT json_build_object('strategies', ${STRATEGY_USES_JSON}, 'changeRequestStrategies', json_build_array())::text AS uses
      FROM feature_strategy_segment ss
      JOIN feature_strategy fs ON fs.id = ss.strategy_id
      JOIN feature f ON f.name = fs.feature_name AND f.archived_at IS NULL AND f.project <> ALL ($2::text[])
     WHERE ss.segment_id = $1`,
};

const TAKEN: Statement = {
  name: 'segment-name-taken',
  text: 'SELECT FROM segment WHERE name = $1',
};

/** Segments as callers see them. Each answer is one SQL statement. */
@Injectable()
export class SegmentReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The segments that the caller may know of, and how much they are used, as far as the caller may
   * know.
   */
  async list({ hiddenProjects }: Caller, reader: Reader): Promise<Json<SegmentsResponse>> {
    const [row] = await this.database.runFor<{ list: string }>(reader, LIST, [hiddenProjects]);
    return row!.list;
  }

  /** @throws NotFoundError when there is no such segment that the caller may know of. */
  async get(id: number, { hiddenProjects }: Caller): Promise<Json<SegmentResponse>> {
    const [row] = await this.database.run<{ segment: string }>(READ, [id, hiddenProjects]);
    if (!row) throw noSegment(id);
    return row.segment;
  }

  /** The segments of a strategy; none when there is no such strategy, as the reference has it. */
  async ofStrategy(
    strategyId: string,
    { hiddenProjects }: Caller,
  ): Promise<Json<SegmentsResponse>> {
    const [row] = await this.database.run<{ list: string }>(OF_STRATEGY, [
      isUUID(strategyId) ? strategyId : null,
      hiddenProjects,
    ]);
    return row!.list;
  }

  /**
   * Which strategies of live features, of those that the caller may know of, use the segment; none
   * when there is no such segment, as the reference has it.
   */
  async strategies(
    id: number,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<SegmentStrategiesResponse>> {
    const [row] = await this.database.runFor<{ uses: string }>(reader, STRATEGIES, [
      id,
      hiddenProjects,
    ]);
    return row!.uses;
  }

  /** @throws NameExistsError when there is a segment of this name. */
  async requireFree(name: string): Promise<void> {
    const taken = await this.database.run(TAKEN, [name]);
    if (taken.length > 0)
      throw new NameExistsError(`A segment with the name "${name}" already exists.`);
  }
}

export function noSegment(id: number): NotFoundError {
  return new NotFoundError(`There is no segment with the id ${id}.`);
}
