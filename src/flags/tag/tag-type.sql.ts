import type { TagTypeResponse } from './tag.response.js';
import { statement } from '../../platform/database/statement.js';

export const DELETE = statement<[name: string], TagTypeResponse>(
  'tag-type.delete',
  'DELETE FROM tag_type WHERE name = $1 RETURNING name, description, icon',
);
