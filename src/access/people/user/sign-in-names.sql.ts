import { statement } from '../../../platform/database/statement.js';

export const CLAIM_NAMES = statement<[userId: number, nameHashes: readonly Buffer[]]>(
  'sign-in-names.claim-names',
  /* sql */ `
    INSERT INTO sign_in_name (name_hash, user_id)
    SELECT claimed.hash, $1 FROM unnest($2::bytea[]) AS claimed (hash)
     WHERE NOT EXISTS (
       SELECT FROM sign_in_name own WHERE own.name_hash = claimed.hash AND own.user_id = $1)`,
);

export const RELEASE_NAMES = statement<[userId: number, nameHashes: readonly Buffer[]]>(
  'sign-in-names.release-names',
  'DELETE FROM sign_in_name WHERE user_id = $1 AND name_hash = ANY ($2::bytea[])',
);

export const RELEASE_NAMES_OF_DELETED = statement<[nameHashes: readonly Buffer[]]>(
  'sign-in-names.release-names-of-deleted',
  /* sql */ `
    DELETE FROM sign_in_name n USING app_user u
     WHERE n.name_hash = ANY ($1::bytea[]) AND u.id = n.user_id AND u.deleted_at IS NOT NULL`,
);

/** Accounts without any name in the table, oldest first. */
export const UNNAMED_ACCOUNTS = statement<
  [],
  { id: number; username: string | null; email: string | null }
>(
  'sign-in-names.unnamed-accounts',
  /* sql */ `
    SELECT u.id, u.username, u.email FROM app_user u
     WHERE u.deleted_at IS NULL AND COALESCE(u.username, u.email) IS NOT NULL
       AND NOT EXISTS (SELECT FROM sign_in_name n WHERE n.user_id = u.id)
     ORDER BY u.id`,
);

/** Adds the names that nobody has. Returns the accounts of the others. */
export const ADD_FREE_NAMES = statement<
  [userIds: readonly number[], nameHashes: readonly Buffer[]],
  { id: number }
>(
  'sign-in-names.add-free-names',
  /* sql */ `
    WITH wanted AS (
      SELECT w.id, w.hash FROM unnest($1::int[], $2::bytea[]) AS w (id, hash)
    ), added AS (
      INSERT INTO sign_in_name (user_id, name_hash) SELECT w.id, w.hash FROM wanted w ORDER BY w.id
      ON CONFLICT ON CONSTRAINT sign_in_name_pkey DO NOTHING
      RETURNING user_id, name_hash
    )
    SELECT DISTINCT w.id FROM wanted w
     WHERE NOT EXISTS (
       SELECT FROM added a WHERE a.user_id = w.id AND a.name_hash = w.hash)
     ORDER BY w.id`,
);
