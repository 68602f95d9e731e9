import { statement } from '../../../../platform/database/statement.js';
import { IS_ADMINISTRATOR, IS_PERSON } from '../../../people/user/user.sql.js';

export const FIND_ROLE = statement<[defaultRootRoleId: number]>(
  'sso-settings.find-role',
  "SELECT FROM role WHERE id = $1 AND type IN ('root', 'root-custom')",
);

export const READ = statement<[name: string], { content: object }>(
  'sso-settings.read',
  'SELECT content FROM setting WHERE name = $1',
);

export const WAYS_IN = statement<
  [],
  {
    isPasswordOff: boolean;
    isSsoOn: boolean;
    isAdminKnown: boolean;
  }
>(
  'sso-settings.ways-in',
  /* sql */ `
    SELECT COALESCE(bool_or((content ->> 'disabled')::boolean)
      FILTER (WHERE name = 'auth.simple'), false) AS "isPasswordOff",
           COALESCE(bool_or((content ->> 'enabled')::boolean), false) AS "isSsoOn",
           COALESCE(bool_or((content ->> 'enabled')::boolean
             AND (content ->> 'autoCreate')::boolean), false)
           OR EXISTS (SELECT FROM app_user u JOIN user_identity i ON i.user_id = u.id
                        JOIN setting way ON way.name = 'auth.' || i.protocol
                          AND (way.content ->> 'enabled')::boolean
                       WHERE ${IS_PERSON} AND ${IS_ADMINISTRATOR}) AS "isAdminKnown"
      FROM setting WHERE name IN ('auth.oidc', 'auth.saml', 'auth.simple')`,
);
