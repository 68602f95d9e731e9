import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import { noProject } from '../../../core/event/live-project.js';
import type { ApprovalConfigResponse } from './approval-config.dto.js';
import { statement } from '../../../platform/database/statement.js';

const LIST = statement<[projectId: string], { config: Json<ApprovalConfigResponse[]> }>(
  'approval-config.list',
  /* sql */ `
    SELECT (SELECT COALESCE(json_agg(json_build_object('environment', e.name, 'type', e.type,
      'changeRequestEnabled', pe.required_approvals IS NOT NULL,
      'requiredApprovals', pe.required_approvals) ORDER BY e.sort_order, e.name), '[]')
              FROM project_environment pe JOIN environment e ON e.name = pe.environment
              WHERE pe.project = p.id)::text AS config
      FROM project p WHERE p.id = $1 AND p.archived_at IS NULL`,
);

/** Reads which environments of projects require approvals. */
@Injectable()
export class ApprovalConfigReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when there is no such live project. */
  async list(projectId: string): Promise<Json<ApprovalConfigResponse[]>> {
    const [row] = await this.database.run(LIST, [projectId]);
    if (!row) throw noProject(projectId);
    return row.config;
  }
}
