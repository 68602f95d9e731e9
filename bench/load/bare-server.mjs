// The least that Node.js does for a request: `node:http` that answers each with 304, in a process
// of its own, as the service is. Prints its port.
import { createServer } from 'node:http';

const server = createServer((_, response) => response.writeHead(304, { ETag: '"bare"' }).end());
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.once('end', () => process.exit()).resume();
