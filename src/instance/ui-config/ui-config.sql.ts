import { statement } from '../../platform/database/statement.js';

const isOn = (protocol: string): string => /* sql */ `
    COALESCE((SELECT (content ->> 'enabled')::boolean FROM setting
      WHERE name = 'auth.${protocol}'), false)`;

export const READ = statement<
  [],
  { instanceId: string; oidc: boolean; saml: boolean; isPasswordOff: boolean }
>(
  'ui-config.read',
  /* sql */ `
    SELECT (SELECT id FROM instance) AS "instanceId", ${isOn('oidc')} AS oidc,
      ${isOn('saml')} AS saml,
           COALESCE((SELECT (content ->> 'disabled')::boolean FROM setting
             WHERE name = 'auth.simple'), false) AS "isPasswordOff"`,
);
