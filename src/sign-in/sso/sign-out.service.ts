import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { OidcLoginService } from './oidc/oidc-login.service.js';
import { SamlLoginService } from './saml/saml-login.service.js';
import { READ } from './sign-out.sql.js';

/** Signs people out at the provider too, by which they have signed in. */
@Injectable()
export class SignOutService {
  private readonly log = new Logger(SignOutService.name);

  constructor(
    private readonly database: Database,
    private readonly oidc: OidcLoginService,
    private readonly saml: SamlLoginService,
  ) {}

  /**
   * Finds out where to send a browser whose session ends, and may be asked for that after it has
   * ended.
   * @param sessionHash The SHA-256 of the session's secret.
   */
  async prepare(sessionHash: Buffer): Promise<() => Promise<string | undefined>> {
    const [row] = await this.database.run(READ, [sessionHash]);
    if (!row) return () => Promise.resolve(undefined);
    const provider = row.protocol === 'oidc' ? this.oidc : this.saml;
    // Here the person is signed out in any case: whatever keeps the provider from it must not look
    // as if that had failed.
    return () =>
      provider.signOutUrl(row.signOut).catch((error: unknown) => {
        this.log.warn(
          { protocol: row.protocol, problem: (error as Error).message },
          'Somebody could not be led to the provider to sign out there.',
        );
        return undefined;
      });
  }
}
