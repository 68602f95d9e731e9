import { setTimeout as sleep } from 'node:timers/promises';
import { isConsistent } from '../../src/audit/audit-log/witness/consistency.js';
import {
  cosignatureLine,
  logSigner,
  noteOf,
  noteText,
  lineOf,
  type SignedNote,
  type TreeHead,
  treeHeadOf,
} from '../../src/audit/audit-log/witness/signed-note.js';
import { type PublishedKey, trustedKeys } from '../../src/audit/signing/endorsement.js';
import { CliError } from '../connection.js';
import { printable, type Printer } from '../output.js';
import { LogClient, NotNowError } from '../witness/log-client.js';
import { WitnessFolder } from '../witness/witness-folder.js';

export interface WitnessOptions {
  url: string;
  folder: string;
  name?: string;
  interval: number;
  once?: boolean;
  keep?: boolean;
  trust?: string[];
}

/** What the log offers contradicts what the witness has seen, or nobody trusted has signed it. */
class RefusedError extends Error {
  constructor(
    message: string,
    /** The checkpoint that was offered. */
    readonly offered: string,
  ) {
    super(message);
  }
}

/**
 * Cosigns the checkpoints of the audit log, as long as each continues the one before. Needs no
 * token, and sees numbers and hashes only.
 * @returns The exit code: 1 when the log was rewritten, or a single attempt failed.
 */
export async function witness(
  printer: Printer,
  options: WitnessOptions,
  interrupted: AbortSignal | undefined,
): Promise<number> {
  const log = new LogClient(options.url);
  const folder = await WitnessFolder.open(options.folder, options.name);
  if (options.trust) await folder.trust(options.trust);
  printer.print(`Verifier key: ${folder.verifierKey}`);
  const round = new WitnessRound(log, folder, printer, !options.keep);
  while (!interrupted?.aborted) {
    try {
      await round.run();
    } catch (error) {
      if (error instanceof RefusedError) return refused(error, folder, printer);
      if (!(error instanceof NotNowError)) throw error;
      printer.note(`${new Date().toISOString()} ${printable(error.message)}`);
      if (options.once) return 1;
    }
    if (options.once) break;
    await sleep(options.interval * 1000, undefined, { signal: interrupted }).catch(() => undefined);
  }
  return 0;
}

/** Keeps both checkpoints, which prove it to others, and says so. */
async function refused(
  { message, offered }: RefusedError,
  folder: WitnessFolder,
  printer: Printer,
): Promise<number> {
  const file = await folder.keepEvidence(`${folder.last?.text ?? ''}\n${offered}`);
  printer.note(`REFUSED: ${printable(message)}`);
  printer.note(`What was cosigned before, and what was offered now, is in ${file}.`);
  return 1;
}

/** Asks for a checkpoint, verifies and cosigns it. */
class WitnessRound {
  private keys: readonly PublishedKey[] = [];

  constructor(
    private readonly log: LogClient,
    private readonly folder: WitnessFolder,
    private readonly printer: Printer,
    private readonly sends: boolean,
  ) {}

  /** @throws RefusedError @throws NotNowError */
  async run(): Promise<void> {
    const { last } = this.folder;
    const before = last?.head ?? { size: 0, rootHash: Buffer.alloc(0) };
    const offered = await this.log.checkpoint(before.size);
    if (!offered)
      throw new RefusedError(
        `the audit log is shorter than the ${before.size} seals that this witness has cosigned.`,
        await this.log.newest(),
      );
    const { text, proof } = offered;
    const note = noteOf(text);
    const head = note && treeHeadOf(note.body);
    if (!head) throw new NotNowError('The service answers no checkpoint.');
    if (last && head.origin !== last.head.origin)
      throw new RefusedError(`it is the audit log of another instance, ${head.origin}.`, text);
    await this.requireSigner(note, head, text);
    if (!isConsistent(before, head, proof))
      throw new RefusedError(
        `the audit log was REWRITTEN: its ${head.size} seals do not continue the ` +
          `${before.size} that this witness has cosigned.`,
        text,
      );
    await this.cosign(note, head, before.size);
  }

  /** The keys that signed the first checkpoint are trusted, with those that they endorse. */
  private async requireSigner(note: SignedNote, head: TreeHead, text: string): Promise<void> {
    if (this.isSigned(note, head)) return;
    this.keys = await this.log.keys();
    if (this.isSigned(note, head)) return;
    const key = logSigner(
      note,
      head.origin,
      this.keys.map(({ publicKey }) => publicKey),
    );
    const id = this.keys.find(({ publicKey }) => publicKey === key)?.id;
    if (id !== undefined && !this.folder.last && this.folder.trusted.length === 0)
      return this.folder.trust([id]);
    throw new RefusedError(
      id === undefined
        ? 'no published key has signed the checkpoint.'
        : `no trusted key endorses the key ${id}. If the operator says why: --trust ${id}`,
      text,
    );
  }

  private isSigned(note: SignedNote, { origin }: TreeHead): boolean {
    const trusted = trustedKeys(this.keys, this.folder.trusted);
    return logSigner(note, origin, trusted.values()) !== undefined;
  }

  private async cosign({ body, signatures }: SignedNote, head: TreeHead, before: number) {
    const { folder, printer } = this;
    const seconds = Math.floor(Date.now() / 1000);
    const line = cosignatureLine(folder.name, body, seconds, folder.key);
    const text = noteText(body, ...signatures.map(lineOf), line);
    await folder.keep(text, { body, signatures }, head);
    if (head.size !== before)
      printer.print(
        `${new Date().toISOString()} cosigned ${head.size} seals, ${head.size - before} new, ` +
          `root ${head.rootHash.toString('base64')}`,
      );
    if (this.sends) await this.log.cosign(head.size, line);
  }
}

/** @throws CliError when there is no address. */
export function requireUrl(url: string | undefined): string {
  if (url) return url;
  throw new CliError('Set --url or FLAGS_URL to the address of the service.', 2);
}
