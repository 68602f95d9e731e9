import { OWNER_ROLE } from '../../core/auth/permissions/role-permissions.js';
import { statement } from '../../platform/database/statement.js';
import type { PoliciesResponse, PolicyResponse } from './policy.dto.js';

/** A stored policy; `project` is null for that of the instance. */
export interface StoredPolicy {
  project: string | null;
  policy: PolicyResponse;
}

const POLICY = 'p.project, p.document AS policy';

/** The policies of a live project, or for null of the instance; no row without the project. */
export const READ = statement<[project: string | null], PoliciesResponse>(
  'policy.read',
  /* sql */ `
    SELECT (SELECT p.document FROM policy p WHERE p.scope = COALESCE($1, '*')) AS policy,
           (SELECT p.document FROM policy p WHERE p.scope = '*') AS "ofInstance"
     WHERE $1::text IS NULL
        OR EXISTS (SELECT FROM project WHERE id = $1 AND archived_at IS NULL)`,
);

export const READ_ENFORCED = statement<[projects: readonly string[]], StoredPolicy>(
  'policy.read-enforced',
  /* sql */ `
    SELECT ${POLICY} FROM policy p
     WHERE p.enforced AND (p.project IS NULL OR p.project = ANY ($1)) ORDER BY p.scope`,
);

export const PUT = statement<[project: string | null, document: string, enforced: boolean]>(
  'policy.put',
  /* sql */ `
    INSERT INTO policy (scope, project, document, enforced)
    VALUES (COALESCE($1, '*'), $1, $2, $3)
    ON CONFLICT ON CONSTRAINT policy_pkey DO UPDATE
      SET document = excluded.document, enforced = excluded.enforced`,
);

export const DELETE = statement<[project: string | null]>(
  'policy.delete',
  "DELETE FROM policy WHERE scope = COALESCE($1, '*')",
);

/** A strategy that is active. */
export interface StrategyFacts {
  id: string;
  name: string;
  /** The context fields on which it has constraints, also by its segments. */
  fields: string[];
}

/** A feature in an environment of the type production. */
export interface PlaceFacts {
  environment: string;
  requiredApprovals: number;
  strategies: StrategyFacts[];
}

/** What rules are about. */
export interface FeatureFacts {
  name: string;
  project: string;
  ageDays: number;
  /** Whether features of its type have an expected lifetime. */
  isPassing: boolean;
  /** As `type:value`. */
  tags: string[];
  hasOwner: boolean;
  production: PlaceFacts[];
}

const FIELDS = /* sql */ `ARRAY(
  SELECT c ->> 'contextName' FROM jsonb_array_elements(fs.constraints) c
  UNION SELECT c ->> 'contextName' FROM feature_strategy_segment ss
    JOIN segment s ON s.id = ss.segment_id, jsonb_array_elements(s.constraints) c
   WHERE ss.strategy_id = fs.id)`;

/** What rules are about, of live features `f`. */
const FACTS = /* sql */ `
  f.name, f.project,
  floor(extract(epoch FROM now() - f.created_at) / 86400)::int AS "ageDays",
  (SELECT t.lifetime_days IS NOT NULL FROM feature_type t WHERE t.id = f.type) AS "isPassing",
  ARRAY(SELECT t.type || ':' || t.value FROM feature_tag t WHERE t.feature_name = f.name) AS tags,
  EXISTS (SELECT FROM project_user_role h WHERE h.project = f.project AND h.role_id = ${OWNER_ROLE})
    OR EXISTS (SELECT FROM project_group_role h
      WHERE h.project = f.project AND h.role_id = ${OWNER_ROLE}) AS "hasOwner",
  (SELECT COALESCE(json_agg(json_build_object('environment', e.name,
     'requiredApprovals', COALESCE(pe.required_approvals, 0),
     'strategies', (SELECT COALESCE(json_agg(json_build_object('id', fs.id, 'name', fs.name,
        'fields', ${FIELDS}) ORDER BY fs.sort_order, fs.id), '[]')
        FROM feature_strategy fs
       WHERE fs.feature_name = f.name AND fs.environment = e.name AND NOT fs.disabled))
     ORDER BY e.name), '[]')
     FROM project_environment pe JOIN environment e ON e.name = pe.environment
    WHERE pe.project = f.project AND e.type = 'production') AS production`;

export const FACTS_OF = statement<[names: readonly string[]], FeatureFacts>(
  'policy.facts-of',
  `SELECT ${FACTS} FROM feature f
    WHERE f.name = ANY ($1) AND f.archived_at IS NULL ORDER BY f.name`,
);

/** A page of the live features of a project or, for null, of all, behind a name. */
export const FACTS_AFTER = statement<
  [project: string | null, after: string, count: number],
  FeatureFacts
>(
  'policy.facts-after',
  `SELECT ${FACTS} FROM (
     SELECT * FROM feature WHERE project = COALESCE($1, project) AND archived_at IS NULL
        AND name > $2 ORDER BY name LIMIT $3) f
    ORDER BY f.name`,
);

/** The active strategies with some segments. */
export const USES_OF_SEGMENTS = statement<
  [segmentIds: readonly number[]],
  { feature: string; strategy: string }
>(
  'policy.uses-of-segments',
  /* sql */ `
    SELECT fs.feature_name AS feature, fs.id::text AS strategy
      FROM feature_strategy_segment ss JOIN feature_strategy fs ON fs.id = ss.strategy_id
     WHERE ss.segment_id = ANY ($1) AND NOT fs.disabled`,
);

/** The environments of the type production of live projects, of all for null. */
export const APPROVALS = statement<
  [projects: readonly string[] | null],
  { project: string; environment: string; requiredApprovals: number }
>(
  'policy.approvals',
  /* sql */ `
    SELECT pe.project, pe.environment,
           COALESCE(pe.required_approvals, 0) AS "requiredApprovals"
      FROM project_environment pe JOIN environment e ON e.name = pe.environment
      JOIN project p ON p.id = pe.project AND p.archived_at IS NULL
     WHERE e.type = 'production' AND ($1::text[] IS NULL OR pe.project = ANY ($1))
     ORDER BY pe.project, pe.environment`,
);
