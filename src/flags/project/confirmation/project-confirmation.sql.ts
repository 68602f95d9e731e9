import type { ProjectConfirmationResponse } from './project-confirmation.dto.js';
import { statement } from '../../../platform/database/statement.js';

export const READ = statement<[projectId: string], ProjectConfirmationResponse>(
  'project-confirmation.read',
  'SELECT confirm_in_production AS "inProduction" FROM project WHERE id = $1',
);
