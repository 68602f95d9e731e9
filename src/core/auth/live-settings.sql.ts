import { statement } from '../../platform/database/statement.js';

export const READ = statement<[names: readonly string[]], { name: string; content: object }>(
  'live-settings.read',
  'SELECT name, content FROM setting WHERE name = ANY ($1::text[])',
);
