import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

// A witness of C2SP, written from tlog-witness, tlog-cosignature, signed-note and RFC 9162 alone:
// it shares no code with the service.

interface Answer {
  status: number;
  type?: string;
  text: string;
}

const DER = Buffer.from('302a300506032b6570032100', 'hex');
const sha = (...parts: Buffer[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();
const inner = (left: Buffer, right: Buffer): Buffer => sha(Buffer.from([1]), left, right);
const keyIdOf = (name: string, typed: Buffer): Buffer =>
  sha(Buffer.from(`${name}\n`), typed).subarray(0, 4);

/** Answers `add-checkpoint` of one log. */
export class ForeignWitness {
  /** What was cosigned last. */
  size = 0;
  private root = Buffer.alloc(0);
  private readonly keys = generateKeyPairSync('ed25519');

  private constructor(
    private readonly server: Server,
    readonly name: string,
    private readonly origin: string,
    private readonly logKey: KeyObject,
    private readonly logKeyId: Buffer,
  ) {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { status, type = 'text/plain', text } = this.answer(Buffer.concat(chunks).toString());
        response.writeHead(status, { 'Content-Type': type }).end(text);
      });
    });
  }

  /** @param logKey The Ed25519 key of the log, in base64url. */
  static async start(name: string, origin: string, logKey: string): Promise<ForeignWitness> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bytes = Buffer.from(logKey, 'base64url');
    const key = { key: Buffer.concat([DER, bytes]), format: 'der', type: 'spki' } as const;
    const id = keyIdOf(origin, Buffer.concat([Buffer.from([1]), bytes]));
    return new ForeignWitness(server, name, origin, createPublicKey(key), id);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/add-checkpoint`;
  }

  /** By which clients know it: name, key id, and type and key. */
  get verifierKey(): string {
    const typed = this.typedKey;
    const id = keyIdOf(this.name, typed).toString('hex');
    return `${this.name}+${id}+${typed.toString('base64')}`;
  }

  private get typedKey(): Buffer {
    const der = this.keys.publicKey.export({ format: 'der', type: 'spki' });
    return Buffer.concat([Buffer.from([4]), der.subarray(-32)]);
  }

  private answer(request: string): Answer {
    const end = request.indexOf('\n\n');
    const [oldLine = '', ...proofLines] = request.slice(0, end).split('\n');
    const note = request.slice(end + 2);
    const split = note.lastIndexOf('\n\n');
    const body = note.slice(0, split + 1);
    const [origin, sizeText, rootText] = body.split('\n');
    const [old, size] = [Number(/^old (0|[1-9]\d*)$/.exec(oldLine)?.[1]), Number(sizeText)];
    if (!Number.isInteger(old) || !Number.isInteger(size) || old > size)
      return { status: 400, text: 'bad request\n' };
    if (origin !== this.origin) return { status: 404, text: 'unknown log\n' };
    if (!this.isSigned(body, note.slice(split + 2))) return { status: 403, text: 'no signature\n' };
    if (old !== this.size) return { status: 409, type: 'text/x.tlog.size', text: `${this.size}\n` };
    const root = Buffer.from(rootText!, 'base64');
    const proof = proofLines.map((line) => Buffer.from(line, 'base64'));
    if (proof.length > 63 || !this.continues(size, root, proof))
      return { status: 422, text: 'inconsistent\n' };
    Object.assign(this, { size, root });
    return { status: 200, text: this.cosignature(body) };
  }

  private isSigned(body: string, lines: string): boolean {
    return lines.split('\n').some((line) => {
      const [dash, name, encoded] = line.split(' ');
      const bytes = Buffer.from(encoded ?? '', 'base64');
      if (dash !== '\u2014' || name !== this.origin) return false;
      if (!bytes.subarray(0, 4).equals(this.logKeyId)) return false;
      return verify(null, Buffer.from(body), this.logKey, bytes.subarray(4));
    });
  }

  /** Verifies a consistency proof as RFC 9162, section 2.1.4.2, describes. */
  private continues(size: number, root: Buffer, given: readonly Buffer[]): boolean {
    if (this.size === 0) return given.length === 0;
    if (this.size === size) return given.length === 0 && root.equals(this.root);
    const isPower = Number.isInteger(Math.log2(this.size));
    const path = isPower ? [this.root, ...given] : [...given];
    let [first, last] = [this.size - 1, size - 1];
    while (first % 2 === 1) [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
    let [before, after] = [path[0]!, path[0]!];
    if (path.length === 0) return false;
    for (const hash of path.slice(1)) {
      if (last === 0) return false;
      if (first % 2 === 1 || first === last) {
        [before, after] = [inner(hash, before), inner(hash, after)];
        while (first % 2 === 0 && first !== 0)
          [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
      } else after = inner(after, hash);
      [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
    }
    return last === 0 && before.equals(this.root) && after.equals(root);
  }

  private cosignature(body: string): string {
    const seconds = Math.floor(Date.now() / 1000);
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const message = `cosignature/v1\ntime ${seconds}\n${body}`;
    const signature = sign(null, Buffer.from(message), this.keys.privateKey);
    const id = keyIdOf(this.name, this.typedKey);
    const line = Buffer.concat([id, time, signature]).toString('base64');
    return `\u2014 ${this.name} ${line}\n`;
  }
}
