import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
/** The end of the body of a response without Content-Length (RFC 9112, section 7.1). */
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * One kept-alive HTTP/1.1 connection that sends one request at a time. It parses only the status,
 * and the length or chunks of the body, so that a request costs little CPU time: it runs on the
 * machine that it measures.
 */
export class HttpConnection {
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void } | undefined} */
  #waiting;
  /**
   * The part of the response that has arrived so far, and its length in bytes.
   * @type {Buffer[]}
   */
  #chunks = [];
  #length = 0;
  /** The total length in bytes, once it is known. */
  #expected = 0;
  /** @type {import('node:net').Socket | undefined} */
  #socket;
  #port;
  #head;

  /** @param {number} port @param {Record<string, string>} headers Sent with every request. */
  constructor(port, headers) {
    this.#port = port;
    this.#head = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  /**
   * @typedef {{ status: number, head: string, body: () => string }} Answer
   * @param {'GET' | 'POST' | 'PUT' | 'DELETE'} method
   * @param {string} path
   * @param {string} [more] Further headers, each with the end of its line.
   * @param {string} [body]
   * @returns {Promise<Answer>}
   */
  ask(method, path, more = '', body = '') {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket ??= this.#open();
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\n${this.#head}${more}${method.startsWith('P') ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''}\r\n${body}`,
      );
    });
  }

  close() {
    this.#socket?.destroy();
  }

  /**
   * Opens a connection when there is none: the service closes connections that are unused for some
   * seconds.
   */
  #open() {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => {
      this.#socket = undefined;
      this.#fail(new Error('The service closed the connection instead of answering.'));
    });
    return socket;
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#expected) return;
    const received = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#chunks = [received];
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = received.latin1Slice(0, headEnd);
    const isBare = head.startsWith('HTTP/1.1 304 ');
    const length = isBare ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined && !/\r\ntransfer-encoding: *chunked/i.test(head))
      return this.#fail(new Error(`An answer without an end: ${head}`));
    if (
      length === undefined &&
      !received
        .subarray(headEnd + 4)
        .subarray(-5)
        .equals(LAST_CHUNK)
    )
      return;
    this.#expected = length === undefined ? received.length : headEnd + 4 + Number(length);
    if (received.length < this.#expected) return;
    [this.#chunks, this.#length, this.#expected] = [[], 0, 0];
    const { resolve } = this.#waiting ?? {};
    this.#waiting = undefined;
    resolve?.({
      status: Number(head.slice(9, 12)),
      head,
      body: () => received.toString('utf8', headEnd + 4),
    });
  }

  /** @param {Error} error */
  #fail(error) {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}
