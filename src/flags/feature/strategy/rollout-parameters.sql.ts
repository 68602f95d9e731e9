import { statement } from '../../../platform/database/statement.js';

export const DEFAULT_STICKINESS = statement<[projectId: string], { stickiness: string }>(
  'rollout-parameters.default-stickiness',
  'SELECT default_stickiness AS stickiness FROM project WHERE id = $1',
);
