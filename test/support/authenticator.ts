import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** The options of `navigator.credentials` that an authenticator uses. */
export interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
}

const FLAGS = { present: 1, verified: 4, attested: 64 };

/** A software authenticator with one passkey (ES256, no attestation). */
export class Authenticator {
  readonly id: string;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** Signature counter; always 0 for an authenticator that does not count. */
  counter = 1;

  constructor(
    private readonly origin = 'http://localhost:0',
    /** Whether it verifies the user, by PIN or biometrics. */
    private readonly verifiesUser = true,
    id = randomBytes(32).toString('base64url'),
  ) {
    this.id = id;
  }

  /** The same passkey on another site. */
  on(origin: string): Authenticator {
    const other = new Authenticator(origin, this.verifiesUser, this.id);
    Object.assign(other, { keys: this.keys, counter: this.counter });
    return other;
  }

  /** The result of `navigator.credentials.create()`. */
  create({ challenge, rp }: Options): object {
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([
      Buffer.alloc(16),
      uint16(id.length),
      id,
      coseKey(this.keys.publicKey),
    ]);
    const authData = Buffer.concat([this.head(rp!.id!, FLAGS.attested), attested]);
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ]);
    const clientDataJSON = this.clientData('webauthn.create', challenge);
    return this.credential({
      clientDataJSON,
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The result of `navigator.credentials.get()`. */
  get({ challenge, rpId }: Options): object {
    this.counter += this.counter === 0 ? 0 : 1;
    const authenticatorData = this.head(rpId!);
    const clientDataJSON = this.clientData('webauthn.get', challenge);
    const signed = Buffer.concat([
      authenticatorData,
      sha256(Buffer.from(clientDataJSON, 'base64url')),
    ]);
    const signature = createSign('sha256')
      .update(signed)
      .sign(this.keys.privateKey)
      .toString('base64url');
    return this.credential({
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature,
    });
  }

  private head(rpId: string, more = 0): Buffer {
    const flags = FLAGS.present | (this.verifiesUser ? FLAGS.verified : 0) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counter]);
  }

  private clientData(type: string, challenge: string): string {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }),
    ).toString('base64url');
  }

  private credential(response: object): object {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    };
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/**
 * A public key in COSE format: elliptic curve (2), ES256 (-7), P-256 (1), and its two coordinates.
 */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  return cborMap([
    [cborNumber(1), cborNumber(2)],
    [cborNumber(3), cborNumber(-7)],
    [cborNumber(-1), cborNumber(1)],
    [cborNumber(-2), cborBytes(Buffer.from(x!, 'base64url'))],
    [cborNumber(-3), cborBytes(Buffer.from(y!, 'base64url'))],
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** The head of a CBOR item (RFC 8949): its kind, and its length or value. */
function cborHead(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  return value < 256
    ? Buffer.from([(kind << 5) | 24, value])
    : Buffer.concat([Buffer.from([(kind << 5) | 25]), uint16(value)]);
}
const cborNumber = (value: number): Buffer =>
  value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer =>
  Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
