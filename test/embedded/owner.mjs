// A service process to be killed: owns the folder and says so in one line, or says why it may not.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [compiled, dir, durable] = process.argv.slice(2);
const { EmbeddedPostgres } = await import(pathToFileURL(join(compiled, 'src/database/embedded/embedded-postgres.js')).href);
try {
  const { url } = await EmbeddedPostgres.start({ dir, durable: durable === 'true' });
  console.log(JSON.stringify({ url }));
  setInterval(() => {}, 1000);
} catch (error) {
  console.log(JSON.stringify({ refused: error.message }));
}
