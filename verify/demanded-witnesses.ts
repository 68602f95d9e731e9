import { readFile } from 'node:fs/promises';
import { noteOf, treeHeadOf, witnessOf } from '../src/audit/audit-log/witness/signed-note.js';
import type { DemandedWitnesses } from './witness-verifier.js';

/** How long ago witnesses may have cosigned, in seconds. */
const MAX_AGE = 60;

/** The options of the command that are about witnesses. */
export interface WitnessOptions {
  witness?: string[] | undefined;
  quorum?: string | undefined;
  'max-age'?: string | undefined;
  cosigned?: string[] | undefined;
}

/**
 * Whose cosignatures are demanded; undefined for nobody's.
 * @throws Error when an option is none, so that nobody relies on it.
 */
export async function witnessesOf(options: WitnessOptions): Promise<DemandedWitnesses | undefined> {
  const { witness: keys = [], quorum, 'max-age': maxAge, cosigned = [] } = options;
  if (keys.length === 0) {
    if (quorum ?? maxAge ?? cosigned[0])
      throw new Error('--quorum, --max-age and --cosigned need --witness.');
    return undefined;
  }
  const witnesses = [...new Set(keys)].map((key) => {
    const witness = witnessOf(key);
    if (!witness) throw new Error(`--witness: ${key} is no verifier key, as flags witness prints.`);
    return witness;
  });
  return {
    witnesses,
    quorum: wholeNumber('--quorum', quorum, witnesses.length, witnesses.length),
    maxAgeSeconds: wholeNumber('--max-age', maxAge, MAX_AGE, Number.MAX_SAFE_INTEGER),
    notes: await Promise.all(cosigned.map(noteIn)),
  };
}

function wholeNumber(name: string, text: string | undefined, preset: number, max: number): number {
  const value = text === undefined ? preset : Number(text);
  if (Number.isSafeInteger(value) && value >= 1 && value <= max) return value;
  throw new Error(`${name} must be a whole number from 1 to ${max}.`);
}

async function noteIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  });
  if (treeHeadOf(noteOf(text)?.body ?? '')) return text;
  throw new Error(`${file} contains no checkpoint. Save what flags witness keeps in it.`);
}
