import { createHash } from 'node:crypto';
import { isSignedBy, type PublicKey } from '../../signing/signing-key.js';
import type { KnownTree } from './consistency.js';

/** Algorithms of keys in signed notes: of logs, and of whoever cosigns (C2SP signed-note). */
const LOG = 1;
const COSIGNER = 4;
const KEY_BYTES = 32;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
/** What a name of a key may be: neither spaces nor plus. */
const NAME = /^[^\s+]{1,100}$/u;
const ORIGIN = 'feature-flags/';
const LINE = /^— ([^\s+]+) ([A-Za-z0-9+/=]+)$/u;
const SIZE = /^(0|[1-9]\d{0,14})$/;

/** The name of the audit log of an instance in its checkpoints. */
export const originOf = (instanceId: string): string => `${ORIGIN}${instanceId}`;

/** A key with the name under which it cosigns. */
export interface Witness {
  name: string;
  publicKey: PublicKey;
}

/** The first three lines of a checkpoint (C2SP tlog-checkpoint). */
export interface TreeHead extends KnownTree {
  origin: string;
}

/** A line below a checkpoint. */
interface NoteSignature {
  name: string;
  keyId: string;
  bytes: Buffer;
}

/** A text with signatures below it. */
export interface SignedNote {
  /** What is signed, with its last line break. */
  body: string;
  signatures: NoteSignature[];
}

/** A cosignature that verifies. */
export interface Cosignature {
  /** Seconds since 1970. */
  seconds: number;
  signature: Buffer;
}

const keyIdOf = (name: string, algorithm: number, key: Buffer): string =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([algorithm]))
    .update(key)
    .digest()
    .subarray(0, ID_BYTES)
    .toString('hex');

const bytesOf = (key: PublicKey): Buffer => Buffer.from(key, 'base64url');
const logKeyId = (origin: string, key: PublicKey): string => keyIdOf(origin, LOG, bytesOf(key));
const witnessKeyId = ({ name, publicKey }: Witness): string =>
  keyIdOf(name, COSIGNER, bytesOf(publicKey));

/** The text by which a witness is configured: name, id of the key and key. */
export function verifierKeyOf(witness: Witness): string {
  const key = Buffer.concat([Buffer.from([COSIGNER]), bytesOf(witness.publicKey)]);
  return `${witness.name}+${witnessKeyId(witness)}+${key.toString('base64')}`;
}

/** Parses {@link verifierKeyOf}. @returns Undefined when it is none. */
export function witnessOf(verifierKey: string): Witness | undefined {
  const [name = '', id = '', ...rest] = verifierKey.split('+');
  const encoded = rest.join('+');
  const bytes = Buffer.from(encoded, 'base64');
  const isKey = bytes.length === KEY_BYTES + 1 && bytes[0] === COSIGNER;
  if (!NAME.test(name) || !isKey || bytes.toString('base64') !== encoded) return undefined;
  const witness = { name, publicKey: bytes.subarray(1).toString('base64url') };
  return witnessKeyId(witness) === id ? witness : undefined;
}

/** Whether a witness can have this name. */
export const isWitnessName = (name: string): boolean => NAME.test(name);

/** The text of a checkpoint that is signed. */
export const bodyOf = ({ origin, size, rootHash }: TreeHead): string =>
  `${origin}\n${size}\n${rootHash.toString('base64')}\n`;

/** Parses a checkpoint. @returns Undefined when it is none. */
export function treeHeadOf(body: string): TreeHead | undefined {
  const [origin = '', size = '', root = '', ...rest] = body.split('\n');
  const rootHash = Buffer.from(root, 'base64');
  const isHead = origin !== '' && SIZE.test(size) && rest.length === 1 && rest[0] === '';
  return isHead && rootHash.length === KEY_BYTES
    ? { origin, size: Number(size), rootHash }
    : undefined;
}

/** A line below a checkpoint. */
export const lineOf = ({ name, keyId, bytes }: NoteSignature): string =>
  `— ${name} ${Buffer.concat([Buffer.from(keyId, 'hex'), bytes]).toString('base64')}\n`;

/** The signatures in lines; undefined when a line is none. */
export function signaturesIn(lines: string): NoteSignature[] | undefined {
  const found = lines
    .split('\n')
    .filter((line) => line !== '')
    .map(signatureIn);
  return found.every((one) => one !== undefined) ? found : undefined;
}

function signatureIn(line: string): NoteSignature | undefined {
  const [, name, encoded] = LINE.exec(line) ?? [];
  if (name === undefined || encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const keyId = bytes.subarray(0, ID_BYTES).toString('hex');
  return { name, keyId, bytes: bytes.subarray(ID_BYTES) };
}

/** Parses a signed note. @returns Undefined when it is none. */
export function noteOf(text: string): SignedNote | undefined {
  const end = text.lastIndexOf('\n\n');
  const signatures = end < 0 ? undefined : signaturesIn(text.slice(end + 2));
  return signatures && { body: text.slice(0, end + 1), signatures };
}

/** The text of a note with lines of signatures. */
export const noteText = (body: string, ...lines: readonly string[]): string =>
  `${body}\n${lines.join('')}`;

/** What signs texts. */
interface Signer {
  readonly publicKey: PublicKey;
  sign(text: string): Buffer;
}

/** The line by which a log signs a checkpoint. */
export function logLine(origin: string, body: string, key: Signer): string {
  return lineOf({ name: origin, keyId: logKeyId(origin, key.publicKey), bytes: key.sign(body) });
}

/** The key, of these, that has signed a checkpoint for its log. */
export function logSigner(
  { body, signatures }: SignedNote,
  origin: string,
  keys: Iterable<PublicKey>,
): PublicKey | undefined {
  for (const key of keys) {
    const id = logKeyId(origin, key);
    const own = signatures.find(({ name, keyId }) => name === origin && keyId === id);
    if (own && isSignedBy(key, body, own.bytes)) return key;
  }
  return undefined;
}

const cosigned = (body: string, seconds: number): string =>
  `cosignature/v1\ntime ${seconds}\n${body}`;

/** The line by which a witness cosigns a checkpoint (C2SP tlog-cosignature, Ed25519). */
export function cosignatureLine(name: string, body: string, seconds: number, key: Signer): string {
  const signature = key.sign(cosigned(body, seconds));
  return cosignatureLineOf({ name, publicKey: key.publicKey }, { seconds, signature });
}

/** The line of a cosignature. */
export function cosignatureLineOf(witness: Witness, { seconds, signature }: Cosignature): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(seconds));
  const bytes = Buffer.concat([time, signature]);
  return lineOf({ name: witness.name, keyId: witnessKeyId(witness), bytes });
}

/** The cosignature of a witness below a checkpoint, if it verifies. */
export function cosignatureIn(
  { body, signatures }: SignedNote,
  witness: Witness,
): Cosignature | undefined {
  const id = witnessKeyId(witness);
  for (const { name, keyId, bytes } of signatures) {
    if (name !== witness.name || keyId !== id) continue;
    if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) continue;
    const seconds = Number(bytes.readBigUInt64BE());
    const signature = bytes.subarray(TIME_BYTES);
    if (isSignedBy(witness.publicKey, cosigned(body, seconds), signature))
      return { seconds, signature };
  }
  return undefined;
}
