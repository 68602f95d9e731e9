import { statement } from '../../../platform/database/statement.js';

const isOn = (protocol: string): string => /* sql */ `
    COALESCE((SELECT (content ->> 'enabled')::boolean FROM setting
      WHERE name = 'auth.${protocol}'), false)`;

export const READ = statement<
  [],
  { oidc: boolean; saml: boolean; isPasswordOff: boolean; hasPasskeys: boolean }
>(
  'sign-in-methods.read',
  /* sql */ `
    SELECT ${isOn('oidc')} AS oidc, ${isOn('saml')} AS saml,
           COALESCE((SELECT (content ->> 'disabled')::boolean FROM setting
             WHERE name = 'auth.simple'), false) AS "isPasswordOff",
           EXISTS (SELECT FROM passkey) AS "hasPasskeys"`,
);
