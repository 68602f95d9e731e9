import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { Database, type Statement } from '../database/database.js';
import { STRATEGY_USES_JSON } from '../feature/strategy/strategy-use.js';
import { NameExistsError, NotFoundError } from '../http/errors.js';
import type { Json } from '../http/json.js';
import type { SegmentResponse, SegmentsResponse, SegmentStrategiesResponse } from './segment.response.js';

/** `s` is a segment: its JSON, as answers and events show it. */
export const SEGMENT_JSON = /* sql */ `
  jsonb_build_object('id', s.id, 'name', s.name, 'description', s.description, 'constraints', s.constraints,
    'createdBy', s.created_by, 'createdAt', iso8601(s.created_at))
    || CASE WHEN s.project IS NULL THEN '{}' ELSE jsonb_build_object('project', s.project) END`;

const LIST: Statement = {
  name: 'segment-list',
  text: /* sql */ `
    WITH used AS (
      SELECT ss.segment_id, count(DISTINCT f.name)::int AS features, count(DISTINCT f.project)::int AS projects
        FROM feature_strategy_segment ss
        JOIN feature_strategy fs ON fs.id = ss.strategy_id
        JOIN feature f ON f.name = fs.feature_name AND f.archived_at IS NULL
       GROUP BY 1
    )
    SELECT json_build_object('segments', COALESCE(json_agg(${SEGMENT_JSON} || jsonb_build_object('usedInProjects', COALESCE(u.projects, 0),
             'usedInFeatures', COALESCE(u.features, 0)) ORDER BY s.name), '[]'))::text AS list
      FROM segment s LEFT JOIN used u ON u.segment_id = s.id`,
};

const READ: Statement = { name: 'segment-read', text: `SELECT (${SEGMENT_JSON})::text AS segment FROM segment s WHERE s.id = $1` };

const OF_STRATEGY: Statement = {
  name: 'segment-of-strategy',
  text: /* sql */ `
    SELECT json_build_object('segments', COALESCE(json_agg(${SEGMENT_JSON} ORDER BY s.name), '[]'))::text AS list
      FROM feature_strategy_segment ss JOIN segment s ON s.id = ss.segment_id WHERE ss.strategy_id = $1`,
};

const STRATEGIES: Statement = {
  name: 'segment-strategies',
  text: /* sql */ `
    SELECT json_build_object('strategies', ${STRATEGY_USES_JSON}, 'changeRequestStrategies', json_build_array())::text AS uses
      FROM feature_strategy_segment ss
      JOIN feature_strategy fs ON fs.id = ss.strategy_id
      JOIN feature f ON f.name = fs.feature_name AND f.archived_at IS NULL
     WHERE ss.segment_id = $1`,
};

const TAKEN: Statement = { name: 'segment-name-taken', text: 'SELECT FROM segment WHERE name = $1' };

/** Segments as callers see them. Each answer is one SQL statement. */
@Injectable()
export class SegmentReadModel {
  constructor(private readonly database: Database) {}

  async list(): Promise<Json<SegmentsResponse>> {
    const [row] = await this.database.run<{ list: string }>(LIST);
    return row!.list;
  }

  /** @throws NotFoundError when there is no such segment. */
  async get(id: number): Promise<Json<SegmentResponse>> {
    const [row] = await this.database.run<{ segment: string }>(READ, [id]);
    if (!row) throw noSegment(id);
    return row.segment;
  }

  /** The segments of a strategy; none when there is no such strategy, as the reference has it. */
  async ofStrategy(strategyId: string): Promise<Json<SegmentsResponse>> {
    const [row] = await this.database.run<{ list: string }>(OF_STRATEGY, [isUUID(strategyId) ? strategyId : null]);
    return row!.list;
  }

  /** Which strategies of live features use the segment; none when there is no such segment, as the reference has it. */
  async strategies(id: number): Promise<Json<SegmentStrategiesResponse>> {
    const [row] = await this.database.run<{ uses: string }>(STRATEGIES, [id]);
    return row!.uses;
  }

  /** @throws NameExistsError when there is a segment of this name. */
  async requireFree(name: string): Promise<void> {
    const taken = await this.database.run(TAKEN, [name]);
    if (taken.length > 0) throw new NameExistsError(`A segment with the name "${name}" already exists.`);
  }
}

export function noSegment(id: number): NotFoundError {
  return new NotFoundError(`There is no segment with the id ${id}.`);
}
