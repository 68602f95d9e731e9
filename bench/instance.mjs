import { fill, fingerprint } from './generator/fill.mjs';
import { compiled, withClient } from './server.mjs';

/**
 * Makes sure that the generated instance of a size is there, and as this version of the generator
 * and of the migrations makes it.
 * @param {import('./server.mjs').Server} server @param {import('./sizes.mjs').Size} size
 * @param {{ fresh?: boolean, print?: (line: string) => void }} [options] `fresh`: makes it anew in
 * any case.
 * @returns {Promise<string>} The address of its database.
 */
export async function ensureInstance(server, size, { fresh = false, print = console.log } = {}) {
  const database = `feature_flag_bench_${size.name}`;
  const url = server.urlOf(database);
  const generated = await withClient(server.urlOf('postgres'), (client) =>
    generatedAt(client, database, size),
  );
  if (generated && !fresh) {
    print(
      `The ${size.name} instance is there, generated ${generated.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    );
    if (generated.toISOString().slice(0, 10) < new Date().toISOString().slice(0, 10)) print(AGED);
    return url;
  }
  print(`Generating the ${size.name} instance`);
  const began = Date.now();
  await withClient(server.urlOf('postgres'), (client) => recreate(client, database));
  const { migrateDatabase } = await compiled('src/database/migrate.js');
  await migrateDatabase({ url });
  await withClient(url, async (client) => {
    await fill(client, size, print);
    await client.query(
      `COMMENT ON DATABASE ${database} IS '${fingerprint(size)} ${new Date().toISOString()}'`,
    );
  });
  print(`Generated in ${((Date.now() - began) / 1000).toFixed(0)} s.`);
  return url;
}

const AGED =
  'Its "yesterday" is not yesterday any more: to measure with figures of the day, run `npm run bench:generate -- --fresh`.';

/**
 * When a database was generated completely by this version of the generator; `undefined` when it
 * was not. The note of it is its comment.
 */
async function generatedAt(client, database, size) {
  const { rows } = await client.query(
    "SELECT shobj_description(oid, 'pg_database') AS note FROM pg_database WHERE datname = $1",
    [database],
  );
  const [version, date] = (rows[0]?.note ?? '').split(' ');
  return version === fingerprint(size) ? new Date(date) : undefined;
}

async function recreate(client, database) {
  await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${database} TEMPLATE template0`);
}
