import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer, type Server as TcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { readFileSync } from 'node:fs';

interface OtlpValue {
  stringValue?: string;
  intValue?: string;
}

/** A log record as a collector receives it. */
export interface LogRecord {
  timeUnixNano: string;
  severityText: string;
  eventName: string;
  body: { stringValue: string };
  attributes: { key: string; value: OtlpValue }[];
}

/** An attribute of a record, as text. */
export const attribute = ({ attributes }: LogRecord, key: string): string | undefined => {
  const value = attributes.find((one) => one.key === `audit.${key}`)?.value;
  return value?.stringValue ?? value?.intValue;
};

const listening = async <T extends Server | TcpServer>(server: T): Promise<T> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

interface LogAnswer {
  status: number;
  body?: object | string;
}

/** A collector of OpenTelemetry that takes logs in JSON. */
export class LogCollector {
  readonly requests: { headers: IncomingHttpHeaders; records: LogRecord[] }[] = [];
  /**
   * Decides the response to a request, with JSON or any text as body; records of others than 200 do
   * not count as taken.
   */
  answer: (records: readonly LogRecord[]) => LogAnswer | Promise<LogAnswer> = () => ({
    status: 200,
  });
  readonly taken: LogRecord[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => void this.respond(request, Buffer.concat(chunks), response));
    });
  }

  private async respond(
    { headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const content = JSON.parse(body.toString()) as {
      resourceLogs: { scopeLogs: { logRecords: LogRecord[] }[] }[];
    };
    const records = content.resourceLogs[0]!.scopeLogs[0]!.logRecords;
    this.requests.push({ headers, records });
    const { status, body: text = {} } = await this.answer(records);
    if (status === 200) this.taken.push(...records);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof text === 'string' ? text : JSON.stringify(text));
  }

  static async start(): Promise<LogCollector> {
    return new LogCollector(await listening(createHttpServer()));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/logs`;
  }

  /** The ids of the events that were taken, in order. */
  get ids(): number[] {
    return this.taken.map((record) => Number(attribute(record, 'event.id')));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const SUPPORT = `${process.cwd()}/test/support`;
/** The certificate of receivers with TLS, which is valid for localhost. */
export const CERTIFICATE = readFileSync(`${SUPPORT}/mail-server.cert.pem`, 'utf8');

/** A syslog receiver over TCP or TLS, whose messages have their length before them. */
export class SyslogReceiver {
  readonly messages: string[] = [];
  /** Whether connections are reset before anything is read. */
  isBroken = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: TcpServer,
    private readonly scheme: 'tcp' | 'tls',
  ) {
    server.on(scheme === 'tls' ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('end', () => this.messages.push(...framesOf(Buffer.concat(chunks))));
    });
    server.on('connection', (socket: Socket) => {
      if (this.isBroken) socket.resetAndDestroy();
    });
    server.on('tlsClientError', () => undefined);
  }

  static async start(scheme: 'tcp' | 'tls'): Promise<SyslogReceiver> {
    const key = (): string => readFileSync(`${SUPPORT}/mail-server.key.pem`, 'utf8');
    const server =
      scheme === 'tls' ? createTlsServer({ cert: CERTIFICATE, key: key() }) : createServer();
    return new SyslogReceiver(await listening(server), scheme);
  }

  get url(): string {
    return `${this.scheme}://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function framesOf(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(' ', at);
    const end = blank + 1 + Number(bytes.subarray(at, blank).toString());
    frames.push(bytes.subarray(blank + 1, end).toString());
    at = end;
  }
  return frames;
}
