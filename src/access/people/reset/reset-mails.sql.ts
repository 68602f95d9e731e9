import { IS_PERSON } from '../user/user.sql.js';
import { statement } from '../../../platform/database/statement.js';

interface Found {
  id: number;
  name: string | null;
  email: string;
}

export const FIND = statement<[email: string | null], Found>(
  'reset-mails.find',
  /* sql */ `
    SELECT u.id, u.name, u.email FROM app_user u WHERE lower(u.email) = $1 AND ${IS_PERSON}`,
);
