import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { InvalidOperationError } from '../../platform/errors/general.errors.js';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A secret was encrypted with another key or for another purpose, or was modified. */
export class UnreadableSecretError extends Error {
  override readonly name = 'UnreadableSecretError';

  constructor(purpose: string) {
    super(
      `The secret of ${purpose} cannot be decrypted: ENCRYPTION_KEY has changed since the ` +
        'secret was set. Set the secret again.',
    );
  }
}

/**
 * Encrypts secrets that must be readable later, so that a copy of the database does not reveal
 * them. The key comes from the configuration; for the embedded database it is generated and stored
 * in a separate file.
 */
@Injectable()
export class SecretBox {
  private readonly encryption: Config['encryption'];
  private key?: Promise<Buffer>;
  private accepted?: Promise<Buffer[]>;

  constructor(@Inject(CONFIG) config: Pick<Config, 'encryption'>) {
    this.encryption = config.encryption;
  }

  /** Whether secrets can be encrypted. */
  get hasKey(): boolean {
    return this.encryption.key !== undefined || this.encryption.keyFile !== undefined;
  }

  /**
   * Encrypts a text. `purpose` must be the same for decryption.
   * @throws InvalidOperationError when there is no key.
   */
  async seal(purpose: string, text: string): Promise<string> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, await this.currentKey(), iv).setAAD(
      Buffer.from(purpose),
    );
    const sealed = Buffer.concat([
      iv,
      cipher.update(text, 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    return `${VERSION}.${sealed.toString('base64url')}`;
  }

  /**
   * Decrypts a text.
   * @throws UnreadableSecretError when key or purpose differ.
   */
  async open(purpose: string, sealed: string): Promise<string> {
    const text =
      decrypted(purpose, sealed, await this.currentKey()) ??
      (await this.acceptedKeys())
        .map((key) => decrypted(purpose, sealed, key))
        .find((one) => one !== undefined);
    if (text === undefined) throw new UnreadableSecretError(purpose);
    return text;
  }

  /** Whether a text can be decrypted with one of the keys. */
  async canOpen(purpose: string, sealed: string): Promise<boolean> {
    try {
      await this.open(purpose, sealed);
      return true;
    } catch (error) {
      if (error instanceof UnreadableSecretError) return false;
      throw error;
    }
  }

  /**
   * Encrypts an encrypted text again with the key.
   * @returns undefined when it is encrypted with the key already.
   * @throws UnreadableSecretError when it can be decrypted with no key.
   */
  async reseal(purpose: string, sealed: string): Promise<string | undefined> {
    if (decrypted(purpose, sealed, await this.currentKey()) !== undefined) return undefined;
    return this.seal(purpose, await this.open(purpose, sealed));
  }

  private currentKey(): Promise<Buffer> {
    return (this.key ??= this.givenKey().then(derived));
  }

  /** Also the key of the file, when one of the environment has replaced it. */
  private acceptedKeys(): Promise<Buffer[]> {
    const { key, keyFile, accepted } = this.encryption;
    const inFile = key !== undefined && keyFile !== undefined ? existingKeyIn(keyFile) : undefined;
    return (this.accepted ??= Promise.resolve(inFile).then((found) =>
      [...accepted, ...(found === undefined ? [] : [found])].map(derived),
    ));
  }

  private async givenKey(): Promise<string> {
    const { key, keyFile } = this.encryption;
    if (key !== undefined) return key;
    if (keyFile !== undefined) return keyIn(keyFile);
    throw new InvalidOperationError(
      'Secrets must be encrypted, but there is no encryption key. Set the environment ' +
        'variable ENCRYPTION_KEY to a random text of at least 32 characters, the same for all ' +
        'instances, and restart the service.',
    );
  }
}

function derived(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'secrets at rest', 32));
}

/** The decrypted text; undefined when key or purpose differ, or the text was modified. */
function decrypted(purpose: string, sealed: string, key: Buffer): string | undefined {
  const [version, encoded = ''] = sealed.split('.');
  const bytes = Buffer.from(encoded, 'base64url');
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Reads the key from a file; undefined when there is none. */
async function existingKeyIn(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}

/** Reads the key from a file, which is created if it does not exist. */
async function keyIn(file: string): Promise<string> {
  try {
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = (await readFile(file, 'utf8')).trim();
  if (key.length < 32) throw new Error(`${file} contains no encryption key.`);
  return key;
}
