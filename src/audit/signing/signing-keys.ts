import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SecretBox, UnreadableSecretError } from '../../core/auth/secret-box.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Database } from '../../platform/database/database.js';
import { InvalidOperationError } from '../../platform/errors/general.errors.js';
import { SYSTEM } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { PublishedKey } from './endorsement.js';
import { addFirstKey, CURRENT_KEY, openedKey, PUBLIC_KEYS, publishKey } from './key-store.js';
import { SigningKey } from './signing-key.js';

/**
 * The keys that sign statistics and the audit log. The current one is that of `SIGNING_KEY`, else
 * the newest that the service generated and stored encrypted. It is read again for each use, so
 * that all instances use a new key at once.
 */
@Injectable()
export class SigningKeys implements OnApplicationBootstrap {
  private readonly log = new Logger(SigningKeys.name);
  private readonly given: SigningKey | undefined;
  private isPrepared = false;
  /** The last stored key that was used. */
  private opened?: SigningKey;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    @Inject(CONFIG) { signingSeed }: Config,
  ) {
    this.given = signingSeed === undefined ? undefined : new SigningKey(signingSeed);
  }

  /** Whether there can be a key. */
  get isPossible(): boolean {
    return this.given !== undefined || this.box.hasKey;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.isPossible) {
      this.log.warn(
        'The audit log is not sealed and statistics cannot be signed, because there is no key. ' +
          'Set ENCRYPTION_KEY or SIGNING_KEY and restart the service.',
      );
      return;
    }
    try {
      await this.prepare();
    } catch (error) {
      this.log.warn({ err: error }, 'The signing key could not be prepared; this is tried again.');
    }
  }

  /**
   * The key to sign with.
   * @throws InvalidOperationError when there is none, or it cannot be decrypted.
   */
  async current(): Promise<SigningKey> {
    if (!this.isPossible)
      throw new InvalidOperationError(
        'There is no signing key. Set the environment variable ENCRYPTION_KEY or SIGNING_KEY and ' +
          'restart the service.',
      );
    await this.prepare();
    return this.given ?? this.stored();
  }

  /** All public keys, oldest first; also those that no longer sign. */
  published(): Promise<PublishedKey[]> {
    return this.database.run(PUBLIC_KEYS);
  }

  private async stored(): Promise<SigningKey> {
    const [current] = await this.database.run(CURRENT_KEY);
    if (this.opened && this.opened.id === current!.id) return this.opened;
    try {
      return (this.opened = await openedKey(current!, this.box));
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      throw new InvalidOperationError(
        'The signing key cannot be decrypted: ENCRYPTION_KEY has changed since it was stored. ' +
          'Restore ENCRYPTION_KEY, or run: npm run signing-key:rotate -- --lost',
      );
    }
  }

  private async prepare(): Promise<void> {
    if (this.isPrepared) return;
    await this.unitOfWork.run(SYSTEM, (tx) => {
      const query = tx.query.bind(tx) as Tx['query'];
      return this.given ? publishKey(this.given, query, this.box) : addFirstKey(query, this.box);
    });
    this.isPrepared = true;
  }
}
