import { statement } from '../../database/statement.js';
import type { Json } from '../../http/json.js';
import type { ChangeRequestConfigResponse } from './change-request.response.js';

export const LIST = statement<[projectId: string], { config: Json<ChangeRequestConfigResponse[]> }>(
  'change-request.list',
  /* sql */ `
    SELECT (SELECT COALESCE(json_agg(json_build_object('environment', e.name, 'type', e.type,
      'changeRequestEnabled', false, 'requiredApprovals', NULL)
                                     ORDER BY e.sort_order, e.name), '[]')
              FROM project_environment pe JOIN environment e ON e.name = pe.environment
              WHERE pe.project = p.id)::text AS config
      FROM project p WHERE p.id = $1 AND p.archived_at IS NULL`,
);

export const HAS = statement<[projectId: string, environment: string]>(
  'change-request.has',
  /* sql */ `
    SELECT FROM project_environment pe
      JOIN project p ON p.id = pe.project AND p.archived_at IS NULL
      WHERE pe.project = $1 AND pe.environment = $2`,
);
