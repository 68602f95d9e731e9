// A process to be killed, which stands for a service: owns the folder and prints that in one line,
// or prints why it cannot. Runs each line of its input as SQL.
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

const [compiled, dir, durable] = process.argv.slice(2);
const { EmbeddedPostgres } = await import(
  pathToFileURL(join(compiled, 'src/platform/database/embedded/embedded-postgres.js')).href
);
try {
  const { url } = await EmbeddedPostgres.start({ dir, durable: durable === 'true' });
  console.log(JSON.stringify({ url }));
  setInterval(() => {}, 1000);
  for await (const line of createInterface(process.stdin))
    console.log(JSON.stringify(await query(url, JSON.parse(line))));
} catch (error) {
  console.log(JSON.stringify({ refused: error.message }));
}

async function query(connectionString, sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
