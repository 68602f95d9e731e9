// Fills databases with generated instances to measure on. See README.md.
import { ensureInstance } from './instance.mjs';
import { main, readOptions } from './options.mjs';
import { startServer } from './server.mjs';

main(async () => {
  const { sizes, fresh } = readOptions({ fresh: { type: 'boolean', default: false } });
  const server = await startServer();
  try {
    for (const size of sizes) await ensureInstance(server, size, { fresh });
  } finally {
    await server.stop();
  }
});
