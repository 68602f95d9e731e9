import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_TOKEN } from '../support/service.js';

/** How a process ended. */
export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The compiled service in a separate process, on an embedded database. */
export class RunningService {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    /** The output so far. */
    readonly output: () => string,
    readonly ended: Promise<End>,
  ) {}

  /** Starts the service and waits until it responds. */
  static async start(dir: string, environment: NodeJS.ProcessEnv = {}): Promise<RunningService> {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      [path.join(process.env['TEST_COMPILED']!, 'src/main.js')],
      {
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          PORT: String(port),
          HTTP_HOST: '127.0.0.1',
          EMBEDDED_DATABASE_DIR: dir,
          LOG_LEVEL: 'debug',
          INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
          UNLEASH_DEFAULT_ADMIN_PASSWORD: 'Password-of-the-tests-1',
          DRILL_INTERVAL_SECONDS: '0',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text: Buffer) => (output += text.toString()));
    const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }) as End);
    const service = new RunningService(`http://127.0.0.1:${port}`, child, () => output, ended);
    await service.untilReady();
    return service;
  }

  private async untilReady(): Promise<void> {
    let end: End | undefined;
    void this.ended.then((how) => (end = how));
    while (!end) {
      const answer = await fetch(`${this.url}/ready`).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(20);
    }
    throw new Error(`The service did not start:\n${this.output()}`);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends the process in any state. */
  async remove(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }

  call(method: string, at: string, body?: object): Promise<Response> {
    const headers = {
      authorization: ADMIN_TOKEN,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    return fetch(`${this.url}${at}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }
}

/** The address of the embedded database in a folder, while its server runs. */
export async function databaseUrl(dir: string): Promise<string> {
  const { password, port } = JSON.parse(
    await readFile(path.join(dir, 'connection.json'), 'utf8'),
  ) as { password: string; port: number };
  const { USER } = await import('../../src/platform/database/embedded/roles.js');
  return `postgres://${USER}:${password}@127.0.0.1:${port}/unleash`;
}

/** The process id of the embedded server in a folder; `undefined` when it has stopped. */
export async function serverPid(dir: string): Promise<number | undefined> {
  const text = await readFile(path.join(dir, 'pgdata/postmaster.pid'), 'utf8').catch(
    () => undefined,
  );
  return text === undefined ? undefined : parseInt(text);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
