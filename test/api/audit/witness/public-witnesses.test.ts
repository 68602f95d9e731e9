import { isConsistent } from '../../../../src/audit/audit-log/witness/consistency.js';
import {
  cosignatureIn,
  logSigner,
  noteOf,
  type SignedNote,
  treeHeadOf,
  verifierKeyOf,
  witnessOf,
} from '../../../../src/audit/audit-log/witness/signed-note.js';
import { ForeignWitness } from '../../../support/foreign-witness.js';

/** What programs of others have signed: a service and witnesses that agree with each other only are
 * of no use. */

/** Published by a log of Certificate Transparency, with cosignatures of public witnesses. */
const PUBLIC = `arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
`;
const PUBLIC_KEY = 'TS8eaUYJL8903xvY5oaYqmssjwcoz50njvbGAViHXl8';
const WITNESS = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2';

/** A log of the tests of litewitness, another implementation of the protocol. */
const LOG = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562';
const LOG_KEY = Buffer.from(
  'ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f',
  'hex',
).toString('base64url');

/** The node of the tests with so many leaves to the left of it. */
const leaf = (n: number): Buffer => Buffer.from([0x2a, n, ...Array<number>(30).fill(0)]);
const hash = (base64: string): Buffer => Buffer.from(base64, 'base64');

interface Grown {
  old: number;
  size: number;
  root: Buffer;
  proof: Buffer[];
  signature: string;
}
const AT_5 = {
  size: 5,
  root: hash('QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY='),
  signature:
    'UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=',
};
const GROWN: readonly Grown[] = [
  {
    ...{ old: 0, size: 1, root: leaf(0), proof: [] },
    signature:
      'UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=',
  },
  {
    ...{ old: 1, size: 3, proof: [leaf(1), leaf(2)] },
    root: hash('RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0='),
    signature:
      'UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=',
  },
  {
    ...AT_5,
    old: 3,
    proof: [leaf(2), leaf(3), hash('wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE='), leaf(4)],
  },
];
const FROM_1: Grown = {
  ...AT_5,
  old: 1,
  proof: [leaf(1), hash('+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI='), leaf(4)],
};

const textOf = ({ size, root, signature }: Grown): string =>
  `${LOG}\n${size}\n${root.toString('base64')}\n\n— ${LOG} ${signature}\n`;
const requestOf = (grown: Grown): string => {
  const proof = grown.proof.map((one) => `${one.toString('base64')}\n`).join('');
  return `old ${grown.old}\n${proof}\n${textOf(grown)}`;
};

test('a public witness is known by its key, and its cosignature of a public log verifies', () => {
  const witness = witnessOf(WITNESS)!;
  expect(verifierKeyOf(witness)).toBe(WITNESS);
  const note = noteOf(PUBLIC)!;
  const { origin, size } = treeHeadOf(note.body)!;
  expect([origin, size]).toEqual(['arche2025h1.staging.ct.transparency.dev', 1_432_088_532]);
  expect(logSigner(note, origin, [PUBLIC_KEY])).toBe(PUBLIC_KEY);
  expect(cosignatureIn(note, witness)).toMatchObject({
    seconds: Date.parse('2026-05-23T21:50:24Z') / 1000,
  });
  const changed: SignedNote = { ...note, body: note.body.replace('1432088532', '1432088533') };
  expect(logSigner(changed, origin, [PUBLIC_KEY])).toBeUndefined();
  expect(cosignatureIn(changed, witness)).toBeUndefined();
  expect(cosignatureIn(note, { ...witness, publicKey: PUBLIC_KEY })).toBeUndefined();
  // The key of a log is none of a witness.
  expect(witnessOf(`${origin}+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f`)).toBe(
    undefined,
  );
});

test('a log of another implementation is read, and continues as its proofs say', () => {
  const roots = new Map<number, Buffer>([[0, Buffer.alloc(0)]]);
  for (const grown of [...GROWN, FROM_1]) {
    const note = noteOf(textOf(grown))!;
    const head = treeHeadOf(note.body)!;
    expect(logSigner(note, LOG, [LOG_KEY])).toBe(LOG_KEY);
    const before = { size: grown.old, rootHash: roots.get(grown.old)! };
    expect(isConsistent(before, head, grown.proof)).toBe(true);
    if (grown.old > 0) {
      expect(isConsistent(before, head, [...grown.proof.slice(0, -1), leaf(9)])).toBe(false);
      expect(isConsistent(before, head, grown.proof.slice(1))).toBe(false);
    }
    roots.set(grown.size, grown.root);
  }
});

test('the witness that these tests stand against the service answers as litewitness does', async () => {
  const foreign = await ForeignWitness.start('example.com/witness', LOG, LOG_KEY);
  const sent = async (body: string): Promise<number> =>
    (await fetch(foreign.url, { method: 'POST', body })).status;
  try {
    const [first, second, third] = GROWN as [Grown, Grown, Grown];
    expect(await sent(requestOf(first))).toBe(200);
    const forged = { ...second, signature: second.signature.replace('6go=', '6gs=') };
    expect(await sent(requestOf(forged))).toBe(403);
    expect(await sent(requestOf(second).replaceAll(LOG, `${LOG.slice(0, -1)}1`))).toBe(404);
    expect(await sent(requestOf({ ...second, proof: [] }))).toBe(422);
    expect(await sent(requestOf({ ...second, proof: [leaf(1), leaf(9)] }))).toBe(422);
    expect(await sent(requestOf(second))).toBe(200);
    expect(await sent(requestOf(FROM_1))).toBe(409);
    expect(await sent(requestOf(third))).toBe(200);
    expect(foreign.size).toBe(5);
  } finally {
    foreign.stop();
  }
});
