import type { Protocol } from './identity/identity.js';
import { statement } from '../../../platform/database/statement.js';

interface Row {
  protocol: Protocol;
  signOut: Record<string, string>;
}

export const READ = statement<[sessionHash: Buffer], Row>(
  'sign-out.read',
  /* sql */ `
    SELECT o.protocol, o.sign_out AS "signOut" FROM sso_session o
      JOIN session s USING (secret_hash) WHERE o.secret_hash = $1 AND s.expires_at > now()`,
);
