import { statement } from '../../platform/database/statement.js';

export const WAIT_FOR_LOCKS = statement<[]>(
  'instance-setup.wait-for-locks',
  'SET LOCAL lock_timeout = 0',
);

export const TAKE_SETUP_LOCK = statement<[lock: number]>(
  'instance-setup.take-setup-lock',
  'SELECT pg_advisory_xact_lock($1) /* locks setup */',
);

export const FIND_PERSON = statement<[]>(
  'instance-setup.find-person',
  "SELECT FROM app_user WHERE kind <> 'system' LIMIT 1",
);

export const READ_SETTING = statement<[name: string], { content: string[] }>(
  'instance-setup.read-setting',
  'SELECT content FROM setting WHERE name = $1',
);

export const FIND_ADMIN_TOKEN = statement<[]>(
  'instance-setup.find-admin-token',
  "SELECT FROM api_token WHERE type = 'admin' LIMIT 1",
);
