import { dynamicStatement } from '../../platform/database/statement.js';
import type { ScheduleResponse } from './schedule.response.js';
import { OPEN, SCHEDULE } from './schedule.sql.js';

/** Which schedules to list. An absent criterion matches everything. */
export interface ScheduleCriteria {
  readonly hiddenProjects: readonly string[];
  readonly projectId?: string | undefined;
  readonly featureName?: string | undefined;
  readonly environment?: string | undefined;
  /** A state, or `open` for those that can still act. */
  readonly state?: string | undefined;
  /**
   * Recurring schedules and windows that have begun act after this time if they act at all, so they
   * match.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Collects the values of parameters. @returns The placeholder of a value. */
type Bind = (value: unknown, type: string) => string;

const OF_FEATURES = 'schedule s JOIN feature f ON f.name = s.feature_name';

function conditionsOf(criteria: ScheduleCriteria, bind: Bind): string[] {
  const { hiddenProjects, projectId, featureName, environment, state, from, to } = criteria;
  return [
    hiddenProjects.length > 0 && `f.project <> ALL (${bind(hiddenProjects, 'text[]')})`,
    projectId !== undefined && `f.project = ${bind(projectId, 'text')}`,
    featureName !== undefined && `s.feature_name = ${bind(featureName, 'text')}`,
    environment !== undefined && `s.environment = ${bind(environment, 'text')}`,
    state === 'open' && `s.state IN ${OPEN}`,
    state !== undefined && state !== 'open' && `s.state = ${bind(state, 'text')}`,
    to !== undefined && `s.next_at < ${bind(to, 'timestamptz')}`,
    from !== undefined &&
      `(s.next_at >= ${bind(from, 'timestamptz')}
        OR s.state = 'pending' AND (s.rule IS NOT NULL OR s.step = 'end'))`,
  ].filter((condition) => condition !== false);
}

/** Lists a page of schedules by their next time. */
export const LIST = dynamicStatement<
  [criteria: ScheduleCriteria, limit: number, offset: number],
  { schedules: ScheduleResponse[]; total: number }
>('schedule-search.list', (criteria, limit, offset) => {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const conditions = conditionsOf(criteria, bind);
  const where = ['true', ...conditions].join(' AND ');
  // Each schedule has a feature, so features are needed only for conditions on them.
  const isOfFeatures = conditions.some((condition) => condition.startsWith('f.'));
  const searched = isOfFeatures ? OF_FEATURES : 'schedule s';
  // With these, no index has the order, so that all schedules are found once for count and page.
  const { from, projectId, featureName } = criteria;
  const isUnordered = [from, projectId, featureName].some((one) => one !== undefined);
  const isKept = isUnordered ? 'MATERIALIZED' : 'NOT MATERIALIZED';
  const page = `LIMIT ${bind(limit, 'int')} OFFSET ${bind(offset, 'int')}`;
  return {
    text: /* sql */ `
      WITH found AS ${isKept} (SELECT s.id, s.next_at FROM ${searched} WHERE ${where})
      SELECT (SELECT count(*)::int FROM found) AS total, (
        SELECT COALESCE(jsonb_agg(${SCHEDULE} ORDER BY s.next_at, s.id), '[]')
          FROM (SELECT * FROM found ORDER BY next_at, id ${page}) page
          JOIN schedule s ON s.id = page.id
          JOIN feature f ON f.name = s.feature_name) AS schedules`,
    values,
  };
});
