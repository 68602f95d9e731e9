// The least that Node.js does for a request: `node:http` that answers each with 304, or with a body
// of so many bytes as the argument says, in a process of its own, as the service is. Prints its
// port.
import { createServer } from 'node:http';

const body = process.argv[2] ? Buffer.alloc(Number(process.argv[2]), ' ') : undefined;
const headers = {
  ETag: '"bare"',
  ...(body ? { 'Content-Type': 'application/json', 'Content-Length': body.length } : {}),
};
const server = createServer((_, response) =>
  response.writeHead(body ? 200 : 304, headers).end(body),
);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.once('end', () => process.exit()).resume();
