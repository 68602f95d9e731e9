import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy to a database that can be interrupted and restored, like a network. */
export class Wire {
  private readonly open = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly port: number,
    readonly url: string,
  ) {}

  static async to(target: string): Promise<Wire> {
    const { hostname, port } = new URL(target);
    const server = createServer((socket) => {
      const other = connect(Number(port), hostname);
      for (const end of [socket, other]) {
        wire.open.add(end);
        end
          .on('error', () => end.destroy())
          .on('close', () => (socket.destroy(), other.destroy(), wire.open.delete(end)));
      }
      socket.pipe(other).pipe(socket);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(target);
    const at = (server.address() as AddressInfo).port;
    url.host = `127.0.0.1:${at}`;
    const wire = new Wire(server, at, url.href);
    return wire;
  }

  async cut(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const end of this.open) end.destroy();
    await closed;
  }

  /**
   * Simulates a machine that disappears while its name moves to another one: open connections go
   * silent without being closed, new ones work.
   */
  freeze(): void {
    for (const end of this.open) {
      end.unpipe();
      end.pause();
    }
  }

  async mend(): Promise<void> {
    if (!this.server.listening) await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
  }
}
