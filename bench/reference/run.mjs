// Measures on/off and the same in Unleash on the same server. See ../README.md.
import { parseArgs } from 'node:util';
import { main } from '../options.mjs';
import { serverLine, startServer } from '../server.mjs';
import { besideReference, REFERENCE } from './beside.mjs';

main(async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '12' },
      size: { type: 'string', default: 'all' },
    },
  });
  const chosen = REFERENCE.filter(({ size }) => ['all', size.name].includes(values.size));
  const names = REFERENCE.map(({ size }) => size.name).join(', ');
  if (chosen.length === 0) throw new Error(`--size is ${names} or all, not ${values.size}.`);
  const server = await startServer();
  try {
    console.log(`${await serverLine(server)}\n`);
    for (const one of chosen)
      console.log(`${await besideReference(server, one, Number(values.seconds))}\n`);
  } finally {
    await server.stop();
  }
});
