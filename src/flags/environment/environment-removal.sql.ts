import { statement } from '../../platform/database/statement.js';
import { keepingRemoved } from '../../core/event/removed-parts.sql.js';
import { ENVIRONMENT_STATE } from '../feature/feature-state.sql.js';

export const LOCK_PROJECTS = statement<[environment: string]>(
  'environment-removal.lock-projects',
  /* sql */ `
    SELECT FROM project WHERE id IN (SELECT project FROM project_environment
      WHERE environment = $1) ORDER BY id FOR NO KEY UPDATE /* locks projects */`,
);

export const LOCK_FEATURES = statement<[environment: string]>(
  'environment-removal.lock-features',
  /* sql */ `
    SELECT FROM feature WHERE name IN (SELECT feature_name FROM feature_environment
      WHERE environment = $1 AND strategy_count > 0) ORDER BY name COLLATE "C"
      FOR SHARE /* locks features */`,
);

export const LOCK_FEATURE_ENVIRONMENTS = statement<[environment: string]>(
  'environment-removal.lock-feature-environments',
  /* sql */ `
    SELECT FROM feature_environment WHERE environment = $1 ORDER BY feature_name COLLATE "C"
      FOR UPDATE /* locks featureEnvironments */`,
);

export const PROJECTS_WITHOUT_OTHERS = statement<[environment: string], { project: string }>(
  'environment-removal.projects-without-others',
  /* sql */ `
    SELECT pe.project FROM project_environment pe
     WHERE pe.environment = $1
       AND NOT EXISTS (SELECT FROM project_environment o
         WHERE o.project = pe.project AND o.environment <> $1)
     ORDER BY 1`,
);

/** Stores which projects have an environment that is deleted. */
const KEEP_PLACES = statement<[environment: string]>(
  'environment-removal.keep-places',
  keepingRemoved(
    'environment-deleted',
    "''",
    /* sql */ `
      SELECT pe.project, pe.environment, NULL::text, '{}'::jsonb FROM project_environment pe
       WHERE pe.environment = $1`,
  ),
);

/** Stores the state of features in an environment that is deleted, unless they have none there. */
const KEEP_STATES = statement<[environment: string]>(
  'environment-removal.keep-states',
  keepingRemoved(
    'environment-deleted',
    "''",
    /* sql */ `
      SELECT f.project, fe.environment, f.name, (${ENVIRONMENT_STATE})::jsonb
        FROM feature_environment fe JOIN feature f ON f.name = fe.feature_name
       WHERE fe.environment = $1 AND (fe.enabled OR fe.variants <> '[]' OR fe.strategy_count > 0)`,
  ),
);

export const KEEP_REMOVED = [KEEP_PLACES, KEEP_STATES];

/** Deletes when features were last used in the environment, which no foreign key covers. */
export const DELETE_USAGE = statement<[environment: string]>(
  'environment-removal.delete-usage',
  'DELETE FROM feature_environment_usage WHERE environment = $1',
);
