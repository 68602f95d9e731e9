import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { OidcLoginService } from './oidc/oidc-login.service.js';
import { SamlLoginService } from './saml/saml-login.service.js';
import type { Protocol } from './identity/identity.js';
import { statement } from '../../../platform/database/statement.js';

interface Row {
  protocol: Protocol;
  signOut: Record<string, string>;
}

const READ = statement<[sessionHash: Buffer], Row>(
  'sign-out.read',
  /* sql */ `
    SELECT o.protocol, o.sign_out AS "signOut" FROM sso_session o
      JOIN session s USING (secret_hash) WHERE o.secret_hash = $1 AND s.expires_at > now()`,
);

/** Signs users out at their identity provider. */
@Injectable()
export class SignOutService {
  private readonly log = new Logger(SignOutService.name);

  constructor(
    private readonly database: Database,
    private readonly oidc: OidcLoginService,
    private readonly saml: SamlLoginService,
  ) {}

  /**
   * Prepares the provider's logout URL of a session, to be called after the session has ended.
   * @param sessionHash SHA-256 of the session secret.
   */
  async prepare(sessionHash: Buffer): Promise<() => Promise<string | undefined>> {
    const [row] = await this.database.run(READ, [sessionHash]);
    if (!row) return () => Promise.resolve(undefined);
    const provider = row.protocol === 'oidc' ? this.oidc : this.saml;
    // The user is already signed out here, so a failure at the provider must not fail the request.
    return () =>
      provider.signOutUrl(row.signOut).catch((error: unknown) => {
        this.log.warn(
          { protocol: row.protocol, problem: (error as Error).message },
          'A user could not be redirected to the provider to sign out there.',
        );
        return undefined;
      });
  }
}
