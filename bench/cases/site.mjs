import pg from 'pg';
import { HttpConnection } from '../load/http-connection.mjs';
import { cpuSeconds, serverProcesses } from '../load/cpu.mjs';
import { ADMIN_TOKENS, startService } from '../service.mjs';

/** How many callers there are at the same time, and connections in the pool on both sides. */
export const CALLERS = ADMIN_TOKENS.length;
/** Connections that all callers share on the pipelined side. */
const PIPELINES = 4;
/** The actor of the statements: the one that the service uses for an admin token. */
export const ACTOR = {
  id: -42,
  name: 'admin',
  token: JSON.stringify({ kind: 'api', id: '00000000-0000-4000-8000-000000000000', name: 'admin' }),
};

/**
 * The two sides that are compared: the service on a generated database, and direct connections to
 * that database.
 */
export class Site {
  /** @param {Awaited<ReturnType<typeof startService>>} service @param {string} url */
  constructor(service, url) {
    this.service = service;
    this.pool = new pg.Pool({
      connectionString: url,
      max: CALLERS,
      keepAlive: true,
      idleTimeoutMillis: 0,
    });
    // An idle connection that breaks is replaced by the next call, or that call fails.
    this.pool.on('error', () => {});
    this.connections = Site.connectionsTo(service);
  }

  /**
   * A connection for each caller.
   * @param {{ port: number }} service
   */
  static connectionsTo({ port }) {
    return ADMIN_TOKENS.map((authorization) => new HttpConnection(port, { authorization }));
  }

  /**
   * @param {string} url
   * @param {number} [port]
   * @param {Record<string, string>} [environment] Other settings of the service.
   */
  static async open(url, port, environment) {
    return new Site(await startService(url, { port, poolMax: CALLERS, environment }), url);
  }

  /**
   * Sends a request to the service, and throws unless it succeeds.
   * @param {number} caller
   * @param {'GET' | 'POST'} method
   * @param {string} path
   */
  async ask(caller, method, path) {
    const answer = await this.connections[caller].ask(method, path);
    if (answer.status !== 200)
      throw new Error(
        `${method} ${path} was answered ${answer.status}: ${answer.body().slice(0, 500)}`,
      );
    return answer;
  }

  /**
   * Runs a statement as the service does, prepared under its name.
   * @param {{ name: string, text: string }} statement
   * @param {unknown[]} [values]
   */
  async run({ name, text }, values = []) {
    const { rows } = await this.pool.query({ name, text, values });
    if (rows.length === 0)
      throw new Error(`The statement ${name} found nothing for ${JSON.stringify(values)}.`);
    return rows;
  }

  /**
   * Runs statements as the service does on connections that all callers share: without waiting for
   * the results of earlier ones, on the connection with the fewest pending statements.
   * @param {[{ name: string, text: string }, unknown[]][]} statements
   */
  async runTogether(statements) {
    if (!this.pipelines) {
      const url = this.pool.options.connectionString;
      const clients = Array.from({ length: PIPELINES }, async () => {
        const client = new pg.Client({ connectionString: url, pipeline: true });
        await client.connect();
        return { client, calls: 0 };
      });
      this.pipelines = Promise.all(clients);
    }
    const pipelines = await this.pipelines;
    const least = pipelines.reduce((one, other) => (other.calls < one.calls ? other : one));
    least.calls++;
    try {
      const answers = statements.map(([{ name, text }, values]) =>
        least.client.query({ name, text, values }),
      );
      for (const [n, { rows }] of (await Promise.all(answers)).entries())
        if (rows.length === 0)
          throw new Error(`The statement ${statements[n][0].name} found nothing.`);
    } finally {
      least.calls--;
    }
  }

  /**
   * Seconds of CPU time that the service's process, and the sessions of the database, use during
   * some work.
   */
  async cpuDuring(work) {
    const parts = { service: [this.service.pid], database: await serverProcesses(this.pool) };
    const before = { service: cpuSeconds(parts.service), database: cpuSeconds(parts.database) };
    const result = await work();
    const cpu = {
      service: cpuSeconds(parts.service) - before.service,
      database: cpuSeconds(parts.database) - before.database,
    };
    return { ...result, cpu };
  }

  async close() {
    for (const connection of this.connections) connection.close();
    for (const { client } of (await this.pipelines) ?? []) await client.end();
    await this.pool.end();
    await this.service.stop();
  }
}
