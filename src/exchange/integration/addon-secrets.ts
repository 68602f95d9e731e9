import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { SealedStore } from '../../core/auth/sealed-store.js';
import { SecretBox, UnreadableSecretError } from '../../core/auth/secret-box.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { SYSTEM } from '../../core/event/actor.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { Addon, type StoredParameters } from './addon.entity.js';
import { isSensitive, SENSITIVE_PARAMETERS } from './provider/provider-parameters.js';
import { IN_CLEAR, LIMIT_LOCK_WAIT, READ_SEALED, REPLACE_SEALED } from './addon.sql.js';

/**
 * Stored without encryption when there is no key, so that webhooks can be created on every
 * database. Other sensitive parameters are refused then.
 */
const ALLOWED_WITHOUT_KEY = 'url';

const purposeOf = (name: string): string => `addon ${name}`;

/** Encrypted parameters of addons. */
export const SEALED_ADDONS: SealedStore = {
  what: 'secrets of addons',
  read: READ_SEALED,
  replace: REPLACE_SEALED,
  resealed: async ({ content }, reseal) => {
    const parameters = JSON.parse(content) as StoredParameters;
    for (const [name, value] of Object.entries(parameters))
      if (typeof value === 'object')
        parameters[name] = { sealed: await reseal(purposeOf(name), value.sealed) };
    return JSON.stringify(parameters);
  },
};

/** The decrypted parameters of an addon. */
interface OpenedParameters {
  values: Record<string, string>;
  /** Names of parameters that cannot be decrypted because the key differs. */
  unreadable: string[];
}

/**
 * Encrypts sensitive parameters of addons in the database. Without a key, no new ones except the
 * URL are stored, and the log warns about unencrypted ones. With a key, these are encrypted at
 * start.
 */
@Injectable()
export class AddonSecrets implements OnApplicationBootstrap {
  private readonly log = new Logger(AddonSecrets.name);

  constructor(
    private readonly box: SecretBox,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.sealAll();
    } catch (error) {
      this.log.warn(
        { err: error },
        'Unencrypted secrets of addons could not be encrypted. This is retried at the next start.',
      );
    }
  }

  /** Decrypts the parameters of an addon. */
  async open(stored: StoredParameters): Promise<OpenedParameters> {
    const opened: OpenedParameters = { values: {}, unreadable: [] };
    for (const [name, value] of Object.entries(stored)) {
      try {
        opened.values[name] =
          typeof value === 'string' ? value : await this.box.open(purposeOf(name), value.sealed);
      } catch (error) {
        if (!(error instanceof UnreadableSecretError)) throw error;
        opened.unreadable.push(name);
      }
    }
    return opened;
  }

  /**
   * Encrypts the sensitive parameters of an addon. Unchanged stored values stay as they are.
   * @throws BadDataError when there is no encryption key.
   */
  async seal(
    provider: string,
    parameters: Record<string, string>,
    stored: StoredParameters = {},
  ): Promise<StoredParameters> {
    const opened = await this.open(stored);
    const entries = Object.entries(parameters).map(async ([name, value]) => {
      const before = stored[name];
      if (value === '' || !isSensitive(provider, name)) return [name, value] as const;
      const isSame = before !== undefined && opened.values[name] === value;
      if (!this.box.hasKey && !isSame) {
        if (name === ALLOWED_WITHOUT_KEY) return [name, value] as const;
        throw withoutKey(name);
      }
      // Once there is a key, unencrypted values are encrypted.
      if (isSame && (typeof before === 'object' || !this.box.hasKey))
        return [name, before] as const;
      return [name, { sealed: await this.box.seal(purposeOf(name), value) }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Encrypts everything that is stored unencrypted. */
  private async sealAll(): Promise<void> {
    const inClear = await this.unitOfWork.run(SYSTEM, (tx) =>
      tx.query(IN_CLEAR, [SENSITIVE_PARAMETERS]),
    );
    if (inClear.length > 0 && !this.box.hasKey) {
      this.log.warn(
        { addons: inClear.length },
        'Secrets of addons are stored unencrypted. Set ENCRYPTION_KEY and restart the service.',
      );
      return;
    }
    for (const { id } of inClear)
      await this.unitOfWork.run(SYSTEM, async (tx) => {
        // A locked row must not prevent the start.
        await tx.query(LIMIT_LOCK_WAIT);
        const addon = await tx
          .repo(Addon)
          .findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
        if (!addon) return;
        const { values } = await this.open(addon.parameters);
        await tx.repo(Addon).update(
          { id },
          {
            parameters: {
              ...addon.parameters,
              ...(await this.seal(addon.provider, values, addon.parameters)),
            },
          },
        );
      });
  }
}

function withoutKey(name: string): BadDataError {
  const message =
    `The parameter ${name} is a secret, which is stored encrypted only, and there is no key to ` +
    'encrypt it with. Set the environment variable ENCRYPTION_KEY to a random text of at least ' +
    '32 characters, the same for all instances, and start the service again.';
  return new BadDataError(message, [{ message, path: `/body/parameters/${name}` }]);
}
