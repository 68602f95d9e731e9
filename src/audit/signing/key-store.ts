import type { SealedStore } from '../../core/auth/sealed-store.js';
import type { SecretBox } from '../../core/auth/secret-box.js';
import type { MaintenanceQuery } from '../../platform/database/maintenance.js';
import { endorsementOf } from './endorsement.js';
import { SigningKey } from './signing-key.js';
import { statement } from '../../platform/database/statement.js';

/** Held while a key is added, so that instances that start together generate one. */
const LOCK_KEYS = statement<[lock: number]>(
  'key-store.lock-keys',
  'SELECT pg_advisory_xact_lock($1) /* locks setup */',
);

/** A key as it is stored. */
interface StoredKey {
  id: string;
  /** Encrypted; null for a key of `SIGNING_KEY`. */
  privateKey: string | null;
}

/** The newest key that the service generated itself. */
export const CURRENT_KEY = statement<[], StoredKey>(
  'key-store.current-key',
  /* sql */ `
    SELECT id, private_key AS "privateKey" FROM signing_key WHERE private_key IS NOT NULL
     ORDER BY created_at DESC, id LIMIT 1`,
);

const FIND_KEY = statement<[id: string], { id: string }>(
  'key-store.find-key',
  'SELECT id FROM signing_key WHERE id = $1',
);

/** All keys, oldest first. */
export const PUBLIC_KEYS = statement<
  [],
  { id: string; publicKey: string; endorsement: string | null }
>(
  'key-store.public-keys',
  /* sql */ `
    SELECT id, public_key AS "publicKey", endorsement FROM signing_key ORDER BY created_at, id`,
);

const ADD_KEY = statement<
  [id: string, publicKey: string, privateKey: string | null, endorsement: string | null]
>(
  'key-store.add-key',
  /* sql */ `
    INSERT INTO signing_key (id, public_key, private_key, endorsement) VALUES ($1, $2, $3, $4)
    ON CONFLICT ON CONSTRAINT signing_key_pkey DO NOTHING`,
);

const READ_SEALED = statement<[after: string, most: number], { key: string; content: string }>(
  'key-store.read-sealed',
  /* sql */ `
    SELECT id AS key, private_key AS content FROM signing_key
     WHERE private_key IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`,
);

const REPLACE_SEALED = statement<[id: string, before: string, after: string]>(
  'key-store.replace-sealed',
  /* sql */ `
    UPDATE signing_key SET private_key = $3 WHERE id = $1 AND private_key = $2 RETURNING 1`,
);

/** Key of the advisory lock for adding keys; the same in every instance. */
const KEY_LOCK = 4_242_013;

const purposeOf = (id: string): string => `signing key ${id}`;

/** Private signing keys. */
export const SEALED_KEYS: SealedStore = {
  what: 'signing keys',
  read: READ_SEALED,
  replace: REPLACE_SEALED,
  resealed: ({ key, content }, reseal) => reseal(purposeOf(key), content),
};

/** Decrypts a stored key. */
export async function openedKey(
  { id, privateKey }: StoredKey,
  box: SecretBox,
): Promise<SigningKey> {
  return new SigningKey(await box.open(purposeOf(id), privateKey!));
}

/** Generates the first key of the instance, unless there is one. */
export async function addFirstKey(query: MaintenanceQuery, box: SecretBox): Promise<void> {
  await query(LOCK_KEYS, [KEY_LOCK]);
  if ((await query(CURRENT_KEY)).length > 0) return;
  await store(SigningKey.generate(), undefined, query, box);
}

/** Publishes a key of the environment, endorsed by the generated one if there was one before. */
export async function publishKey(
  key: SigningKey,
  query: MaintenanceQuery,
  box: SecretBox,
): Promise<void> {
  await query(LOCK_KEYS, [KEY_LOCK]);
  if ((await query(FIND_KEY, [key.id])).length > 0) return;
  const [stored] = await query(CURRENT_KEY);
  const before = stored && (await openedKey(stored, box).catch(() => undefined));
  const endorsement = before ? endorsementOf(key.publicKey, before) : null;
  await query(ADD_KEY, [key.id, key.publicKey, null, endorsement]);
}

/**
 * Generates a key that replaces the current one.
 * @param given The key of the environment, which is the current one if there is one.
 * @param isLost Whether the current key cannot endorse the new one, because it is lost.
 * @returns The ids of the new key and of the one that endorsed it.
 * @throws UnreadableSecretError when the current key cannot be decrypted.
 */
export async function rotateKey(
  query: MaintenanceQuery,
  box: SecretBox,
  { given, isLost }: { given: SigningKey | undefined; isLost: boolean },
): Promise<{ id: string; endorsedBy: string | undefined }> {
  await query(LOCK_KEYS, [KEY_LOCK]);
  const [stored] = await query(CURRENT_KEY);
  const before = isLost ? undefined : (given ?? (stored && (await openedKey(stored, box))));
  const key = SigningKey.generate();
  await store(key, before, query, box);
  return { id: key.id, endorsedBy: before?.id };
}

async function store(
  key: SigningKey,
  by: SigningKey | undefined,
  query: MaintenanceQuery,
  box: SecretBox,
): Promise<void> {
  const endorsement = by ? endorsementOf(key.publicKey, by) : null;
  const privateKey = await box.seal(purposeOf(key.id), key.seed);
  await query(ADD_KEY, [key.id, key.publicKey, privateKey, endorsement]);
}
