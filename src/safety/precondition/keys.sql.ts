/** The values of path parameters, in the order of KEYS; null for those the path lacks. */
export type Keys = [keys: readonly (string | null)[]];

export const KEY_1 = '($1::text[])[1]';
export const KEY_2 = '($1::text[])[2]';
export const KEY_3 = '($1::text[])[3]';
export const KEY_4 = '($1::text[])[4]';
/** A key as a number; null if it is not a number. */
const idIn = (key: string): string => `CASE WHEN ${key} ~ '^[0-9]{1,9}$' THEN ${key}::int END`;
export const ID = idIn(KEY_1);
export const ID_2 = idIn(KEY_2);
export const UUID = `CASE WHEN ${KEY_1} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  THEN ${KEY_1}::uuid END`;
