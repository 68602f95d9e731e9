/**
 * The source of a move-in: `UNLEASH_DATABASE_URL` and `UNLEASH_TOKEN`. They are no arguments,
 * because others on the machine could read those.
 */
export function sourceSecrets(): { database: string | undefined; token: string | undefined } {
  const { UNLEASH_DATABASE_URL: database, UNLEASH_TOKEN: token } = process.env;
  return { database, token };
}
