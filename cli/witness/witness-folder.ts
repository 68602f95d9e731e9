import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import {
  isWitnessName,
  noteOf,
  type SignedNote,
  type TreeHead,
  treeHeadOf,
  verifierKeyOf,
} from '../../src/audit/audit-log/witness/signed-note.js';
import { SigningKey } from '../../src/audit/signing/signing-key.js';
import { CliError } from '../connection.js';

/** A checkpoint that the witness has cosigned. */
export interface KeptCheckpoint {
  text: string;
  note: SignedNote;
  head: TreeHead;
}

/** What a witness keeps of itself: its name and key, and the keys of the log that it trusts. */
interface Settings {
  name: string;
  /** The private key in base64url. */
  key: string;
  /** Ids of keys of the log; those that these endorse are trusted too. */
  trusted: string[];
}

const SETTINGS = 'witness.json';
const CHECKPOINT = 'checkpoint';

/** The folder in which a witness keeps its key and the last checkpoint that it has seen. */
export class WitnessFolder {
  private constructor(
    private readonly folder: string,
    private settings: Settings,
    readonly key: SigningKey,
    /** The last checkpoint that was cosigned. */
    public last: KeptCheckpoint | undefined,
  ) {}

  /**
   * Opens a folder; a new one gets a name and a key.
   * @throws CliError when it cannot be used, also when a kept file is damaged: beginning anew would
   * forget what the witness has seen.
   */
  static async open(folder: string, name: string | undefined): Promise<WitnessFolder> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new CliError(`${folder} cannot be used: ${(error as Error).message}`, 2);
    }
    const stored = await textOf(path.join(folder, SETTINGS));
    const settings = stored === undefined ? newSettings(name) : settingsIn(stored, folder);
    if (name !== undefined && name !== settings.name)
      throw new CliError(`The witness in ${folder} has the name ${settings.name}.`, 2);
    const kept = await textOf(path.join(folder, CHECKPOINT));
    const last = kept === undefined ? undefined : checkpointIn(kept, folder);
    const opened = new WitnessFolder(folder, settings, new SigningKey(settings.key), last);
    if (stored === undefined) await opened.trust([]);
    return opened;
  }

  get name(): string {
    return this.settings.name;
  }

  get verifierKey(): string {
    return verifierKeyOf({ name: this.name, publicKey: this.key.publicKey });
  }

  get trusted(): readonly string[] {
    return this.settings.trusted;
  }

  /** Trusts keys of the log besides those that are trusted already. */
  async trust(ids: readonly string[]): Promise<void> {
    const trusted = [...new Set([...this.settings.trusted, ...ids])];
    this.settings = { ...this.settings, trusted };
    await this.write(SETTINGS, `${JSON.stringify(this.settings, null, 2)}\n`);
  }

  /** Keeps a checkpoint, before its cosignature leaves the machine. */
  async keep(text: string, note: SignedNote, head: TreeHead): Promise<void> {
    await this.write(CHECKPOINT, text);
    this.last = { text, note, head };
  }

  /** Keeps what proves that the log was rewritten. @returns The name of its file. */
  async keepEvidence(text: string): Promise<string> {
    const name = `refused-${new Date().toISOString().replaceAll(':', '-')}`;
    await this.write(name, text);
    return path.join(this.folder, name);
  }

  /** Replaces a file at once, so that it is never half written. */
  private async write(name: string, text: string): Promise<void> {
    const file = path.join(this.folder, name);
    const handle = await open(`${file}.new`, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.new`, file);
  }
}

function newSettings(name = `witness/${hostname()}`): Settings {
  if (!isWitnessName(name))
    throw new CliError('The name has up to 100 characters, and neither spaces nor +.', 2);
  return { name, key: SigningKey.generate().seed, trusted: [] };
}

/** @throws CliError */
function settingsIn(text: string, folder: string): Settings {
  try {
    const settings = JSON.parse(text) as Settings;
    const isWhole = isWitnessName(settings.name) && Array.isArray(settings.trusted);
    if (isWhole && new SigningKey(settings.key).publicKey) return settings;
  } catch {
    // Its content is named below.
  }
  throw new CliError(`${path.join(folder, SETTINGS)} is damaged. Restore it.`, 2);
}

/** @throws CliError */
function checkpointIn(text: string, folder: string): KeptCheckpoint {
  const note = noteOf(text);
  const head = note && treeHeadOf(note.body);
  if (head) return { text, note, head };
  throw new CliError(
    `${path.join(folder, CHECKPOINT)} is damaged. Restore it: without it, the witness cannot ` +
      'notice what happened since.',
    2,
  );
}

/** @returns Undefined when there is no such file. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(`${file} cannot be read: ${(error as Error).message}`, 2);
  }
}
