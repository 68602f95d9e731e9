/** Scope of a personal token `p`; null without a scope. */
export const SCOPE_JSON = /* sql */ `
  CASE WHEN p.read_only OR p.projects IS NOT NULL OR p.environments IS NOT NULL
       THEN jsonb_build_object('readOnly', p.read_only, 'projects', p.projects,
         'environments', p.environments) END`;

/**
 * As {@link SCOPE_JSON}, for evaluation: `outside` lists all other projects, including deleted
 * ones.
 */
export const TOKEN_SCOPE_JSON = /* sql */ `(
  ${SCOPE_JSON} || jsonb_build_object('outside', CASE WHEN p.projects IS NULL THEN '[]' ELSE (
    SELECT COALESCE(jsonb_agg(other.id), '[]')
      FROM (SELECT project.id FROM project UNION SELECT d.id FROM deleted_project d) other
     WHERE other.id <> ALL (p.projects)) END))`;
