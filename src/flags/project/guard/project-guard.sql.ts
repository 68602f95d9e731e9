import type { ProjectGuardResponse } from './project-guard.dto.js';
import { statement } from '../../../platform/database/statement.js';

export const READ = statement<[projectId: string], ProjectGuardResponse>(
  'project-guard.read',
  'SELECT guard FROM project WHERE id = $1',
);
