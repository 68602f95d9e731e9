import { statement } from '../../platform/database/statement.js';

export const COUNT_ENVIRONMENTS = statement<
  [project: string, environment: string],
  { exists: boolean; has: boolean; count: number }
>(
  'project-contents.count-environments',
  /* sql */ `
    SELECT EXISTS (SELECT FROM environment e WHERE e.name = $2) AS exists, count(*)::int AS count,
      COALESCE(bool_or(pe.environment = $2), false) AS has
      FROM project_environment pe WHERE pe.project = $1`,
);

/** Locks the features of a project, so that each is deleted and recorded once. */
export const LOCK_FEATURES = statement<[projectId: string], { name: string }>(
  'project-contents.lock-features',
  /* sql */ `
    SELECT name FROM feature WHERE project = $1 ORDER BY name COLLATE "C"
      FOR UPDATE /* locks features */`,
);

/** The segments of a project that features or default strategies of other projects use. */
export const FIND_USED_SEGMENTS = statement<[projectId: string], { name: string }>(
  'project-contents.find-used-segments',
  /* sql */ `
    SELECT s.name FROM segment s
     WHERE s.project = $1 AND (EXISTS (SELECT FROM feature_strategy_segment ss
         JOIN feature_strategy fs ON fs.id = ss.strategy_id
        JOIN feature f ON f.name = fs.feature_name AND f.project <> $1
       WHERE ss.segment_id = s.id)
        OR EXISTS (SELECT FROM default_strategy_segment ds
          WHERE ds.segment_id = s.id AND ds.project <> $1))
     ORDER BY 1`,
);
