import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { MilestoneResponse, ReleasePlanResponse } from '../release-plan.dto.js';
import type { UsageBaseline } from '../safeguard/measure.sql.js';
import type { SafeguardResponse } from '../safeguard/safeguard.dto.js';

/** JSON of a release plan `p`. */
const PLAN_JSON = /* sql */ `
  json_build_object('id', p.id, 'discriminator', 'plan', 'name', p.name,
    'description', p.description, 'featureName', p.feature_name, 'environment', p.environment,
    'createdByUserId', p.created_by_user_id, 'createdAt', iso8601(p.created_at),
    'activeMilestoneId', p.active_milestone_id,
    'progressionDueAt', iso8601(p.progression_due_at), 'milestones', p.milestones,
    'releasePlanTemplateId', p.template_id, 'safeguards', p.safeguards)`;

type Place = [projectId: string, featureName: string, environment: string];

/** The plans of a feature in an environment; no row when the project lacks one of them. */
export const LIST = statement<Place, { list: Json<ReleasePlanResponse[]> }>(
  'plan.list',
  /* sql */ `
    SELECT COALESCE((SELECT json_agg(${PLAN_JSON}) FROM release_plan p
             WHERE p.feature_name = f.name AND p.environment = pe.environment), '[]')::text AS list
      FROM feature f
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = $3
     WHERE f.project = $1 AND f.name = $2`,
);

/** The plan of a feature in an environment. */
export const READ = statement<
  [featureName: string, environment: string],
  { plan: Json<ReleasePlanResponse> }
>(
  'plan.read',
  /* sql */ `
    SELECT ${PLAN_JSON}::text AS plan FROM release_plan p
     WHERE p.feature_name = $1 AND p.environment = $2`,
);

/** A release plan as it is stored. */
export interface StoredPlan {
  id: string;
  name: string;
  description: string | null;
  templateId: string;
  milestones: MilestoneResponse[];
  activeMilestoneId: string | null;
  safeguards: SafeguardResponse[];
  /** When the next milestone starts by itself; null when it does not. */
  progressionDueAt: string | null;
  /** Whether the next milestone is to start now. */
  isDue: boolean;
  /** What had been counted when safeguards began to count; null before the first start. */
  usageBaseline: UsageBaseline | null;
  /** The present, by the clock of PostgreSQL. */
  now: string;
}

const STORED = /* sql */ `
  p.id, p.name, p.description, p.template_id AS "templateId", p.milestones,
  p.active_milestone_id AS "activeMilestoneId", p.safeguards,
  iso8601(p.progression_due_at) AS "progressionDueAt", p.usage_baseline AS "usageBaseline",
  COALESCE(p.progression_due_at <= now(), false) AS "isDue", iso8601(now()) AS now`;

/** The plan of a feature in an environment, which is locked. */
export const READ_STORED = statement<[featureName: string, environment: string], StoredPlan>(
  'plan.read-stored',
  /* sql */ `
    SELECT ${STORED} FROM release_plan p WHERE p.feature_name = $1 AND p.environment = $2`,
);

/** Those of some features, which are locked, whose first milestone has not started. */
export const READ_WAITING = statement<
  [featureNames: readonly string[], environment: string],
  StoredPlan & { featureName: string }
>(
  'plan.read-waiting',
  /* sql */ `
    SELECT ${STORED}, p.feature_name AS "featureName" FROM release_plan p
     WHERE p.feature_name = ANY ($1) AND p.environment = $2 AND p.active_milestone_id IS NULL
     ORDER BY p.feature_name COLLATE "C"`,
);

export const ADD = statement<
  [
    id: string,
    featureName: string,
    environment: string,
    templateId: string,
    name: string,
    description: string | null,
    milestones: string,
    createdByUserId: number,
  ]
>(
  'plan.add',
  /* sql */ `
    INSERT INTO release_plan (id, feature_name, environment, template_id, name, description,
      milestones, created_by_user_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)`,
);

/** Stores what changes in a plan; its feature in the environment is locked. */
export const SAVE = statement<
  [
    id: string,
    milestones: string,
    activeMilestoneId: string | null,
    safeguards: string,
    progressionDueAt: string | null,
    usageBaseline: string | null,
  ]
>(
  'plan.save',
  /* sql */ `
    UPDATE release_plan SET milestones = $2::jsonb, active_milestone_id = $3,
      safeguards = $4::jsonb, progression_due_at = $5::timestamptz, usage_baseline = $6::jsonb
     WHERE id = $1`,
);

export const DELETE = statement<[id: string]>(
  'plan.delete',
  'DELETE FROM release_plan WHERE id = $1',
);
