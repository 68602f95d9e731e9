/** What a personal token `p` is limited to; null for no limit. */
export const SCOPE_JSON = /* sql */ `
  CASE WHEN p.read_only OR p.projects IS NOT NULL OR p.environments IS NOT NULL
       THEN jsonb_build_object('readOnly', p.read_only, 'projects', p.projects,
         'environments', p.environments) END`;

/**
 * The same for whoever evaluates it: `outside` are all projects, also those that were deleted,
 * which the token is not for.
 */
export const TOKEN_SCOPE_JSON = /* sql */ `(
  ${SCOPE_JSON} || jsonb_build_object('outside', CASE WHEN p.projects IS NULL THEN '[]' ELSE (
    SELECT COALESCE(jsonb_agg(other.id), '[]')
      FROM (SELECT project.id FROM project UNION SELECT e.project FROM event e
        WHERE e.type = 'project-deleted') other
     WHERE other.id <> ALL (p.projects)) END))`;
