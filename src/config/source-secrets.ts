/**
 * What a move reads from, for commands whose arguments others on the machine could see:
 * `UNLEASH_DATABASE_URL` and `UNLEASH_TOKEN`.
 */
export function sourceSecrets(): { database: string | undefined; token: string | undefined } {
  const { UNLEASH_DATABASE_URL: database, UNLEASH_TOKEN: token } = process.env;
  return { database, token };
}
