import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { FlagCreatorResponse } from './flag-creator.response.js';

export const LIST = statement<
  [projectId: string, hiddenProjects: readonly string[]],
  { creators: Json<FlagCreatorResponse[]> }
>(
  'flag-creator.list',
  /* sql */ `
    SELECT (SELECT COALESCE(json_agg(json_build_object('id', u.id, 'name', u.display_name)
      ORDER BY u.display_name, u.id), '[]')
              FROM app_user u WHERE u.id IN (SELECT f.created_by_user_id FROM feature f
                WHERE f.project = $1))::text AS creators
      FROM project p WHERE p.id = $1 AND p.id <> ALL ($2::text[])`,
);
