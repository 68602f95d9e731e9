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

/** JSON of a segment `s`, as in responses and events. */
export const SEGMENT_JSON = /* sql */ `
  jsonb_build_object('id', s.id, 'name', s.name, 'description', s.description, 'constraints', s.constraints,
    'createdBy', s.created_by, 'createdAt', iso8601(s.created_at))
    || CASE WHEN s.project IS NULL THEN '{}' ELSE jsonb_build_object('project', s.project) END`;

/** Whether the segment `s` belongs to none of the hidden projects. */
const isSeen = (hidden: string): string => `COALESCE(s.project <> ALL (${hidden}::text[]), true)`;

/** Segments without those of hidden projects, whose features do not count as usage. */
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

/** One segment, unless it belongs to a hidden project. */
const READ: Statement = {
  name: 'segment-read',
  text: `SELECT (${SEGMENT_JSON})::text AS segment FROM segment s WHERE s.id = $1 AND ${isSeen('$2')}`,
};

/** The segments of a strategy, unless it belongs to a hidden project. */
const OF_STRATEGY: Statement = {
  name: 'segment-of-strategy',
  text: /* sql */ `
    SELECT json_build_object('segments', COALESCE(json_agg(${SEGMENT_JSON} ORDER BY s.name), '[]'))::text AS list
      FROM feature_strategy_segment ss JOIN segment s ON s.id = ss.segment_id
      JOIN feature_strategy fs ON fs.id = ss.strategy_id
      JOIN feature f ON f.name = fs.feature_name AND f.project <> ALL ($2::text[])
     WHERE ss.strategy_id = $1`,
};

/** The strategies that use a segment, without those of hidden projects. */
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

/** Reads segments. Each response is one SQL statement. */
@Injectable()
export class SegmentReadModel {
  constructor(private readonly database: Database) {}

  /** The visible segments with their visible usage. */
  async list({ hiddenProjects }: Caller, reader: Reader): Promise<Json<SegmentsResponse>> {
    const [row] = await this.database.runFor<{ list: string }>(reader, LIST, [hiddenProjects]);
    return row!.list;
  }

  /** @throws NotFoundError when the segment does not exist or is hidden. */
  async get(id: number, { hiddenProjects }: Caller): Promise<Json<SegmentResponse>> {
    const [row] = await this.database.run<{ segment: string }>(READ, [id, hiddenProjects]);
    if (!row) throw noSegment(id);
    return row.segment;
  }

  /** The segments of a strategy; empty for an unknown one (reference behaviour). */
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
   * The visible strategies of live features that use the segment; empty for an unknown one
   * (reference behaviour).
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

  /** @throws NameExistsError when the name is taken. */
  async requireFree(name: string): Promise<void> {
    const taken = await this.database.run(TAKEN, [name]);
    if (taken.length > 0)
      throw new NameExistsError(`A segment with the name "${name}" already exists.`);
  }
}

export function noSegment(id: number): NotFoundError {
  return new NotFoundError(`There is no segment with the id ${id}.`);
}
