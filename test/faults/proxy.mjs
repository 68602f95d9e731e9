import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Forwards TCP connections to a port that can be changed, and can drop data silently, like a
 * firewall that has lost the state of a connection.
 */
export class Proxy {
  /** @type {Set<import('node:net').Socket>} */
  #sockets = new Set();
  #isSilent = false;

  /** @param {import('node:net').Server} server @param {number} target */
  constructor(server, target) {
    this.server = server;
    this.target = target;
    this.port = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    server.on('connection', (socket) => this.#forward(socket));
  }

  /** @param {number} target */
  static async start(target) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Proxy(server, target);
  }

  #forward(socket) {
    const onward = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ]) {
      this.#sockets.add(from);
      from.on('data', (chunk) => {
        if (this.#isSilent) return;
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => from.resume());
      from.on('error', () => to.destroy());
      from.once('close', () => {
        this.#sockets.delete(from);
        if (!this.#isSilent) to.destroy();
      });
    }
  }

  /** Starts or stops dropping all data of present and new connections, without closing them. */
  silence(isSilent) {
    this.#isSilent = isSilent;
    if (!isSilent) this.disconnect();
  }

  /**
   * Forwards new connections to another port, and closes the present ones.
   * @param {number} target
   */
  switchTo(target) {
    this.target = target;
    this.disconnect();
  }

  disconnect() {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop() {
    this.server.close();
    this.disconnect();
  }
}
