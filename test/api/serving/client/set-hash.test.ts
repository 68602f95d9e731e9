import { createHash } from 'node:crypto';
import { HashBuckets, SetHash, sha256 } from '../../../../src/serving/sdk-api/snapshot/set-hash.js';

/** The hash that ETags and event ids are based on. */

const member = (text: string): { hash: string } => ({ hash: sha256(text) });
const members = Array.from({ length: 1_000 }, (_, n) => member(`feature ${n}`));

function hashOf(some: readonly { hash: string }[]): string {
  const buckets = new HashBuckets();
  for (const one of some) buckets.add(one);
  return new SetHash(buckets).value;
}

test('the same members have the same hash, in whatever order they came, and whatever was there meanwhile', () => {
  const buckets = new HashBuckets();
  const hash = new SetHash(buckets);
  const empty = hash.value;
  for (const one of [...members].reverse()) {
    buckets.add(one);
    hash.touch(one);
  }
  const full = hash.value;
  expect(full).toBe(hashOf(members));

  const another = member('another');
  buckets.add(another);
  hash.touch(another);
  expect(hash.value).not.toBe(full);
  buckets.delete(another);
  hash.touch(another);
  expect(hash.value).toBe(full);

  for (const one of members) {
    buckets.delete(one);
    hash.touch(one);
  }
  expect(hash.value).toBe(empty);
});

test('the hash of a set is the SHA-256 of the hashes of its buckets', () => {
  const lists = Array.from({ length: 256 }, (_, bucket) =>
    members
      .map(({ hash }) => hash)
      .filter((hash) => parseInt(hash.slice(0, 2), 16) === bucket)
      .sort()
      .join(''),
  );
  const sha = (content: Buffer): Buffer => createHash('sha256').update(content).digest();
  expect(hashOf(members)).toBe(
    sha(Buffer.concat(lists.map((list) => sha(Buffer.from(list, 'hex'))))).toString('hex'),
  );
});

test('sets whose members add up to the same are not the same', () => {
  // Hashes of an attacker who can choose them freely: a + d = b + c in every half, word and byte.
  const [a, b, c, d] = ['10', '11', '12', '13'].map((byte) => ({ hash: byte.repeat(32) }));
  expect(hashOf([a!, d!])).not.toBe(hashOf([b!, c!]));
  expect(hashOf([a!])).not.toBe(hashOf([a!, b!]));
});

test('a set of some of the members is hashed as if there were no others', () => {
  const buckets = new HashBuckets<{ hash: string }>();
  for (const one of members) buckets.add(one);
  const chosen = members.filter((_, n) => n % 3 === 0);
  const set = new Set(chosen);
  expect(new SetHash(buckets, (one) => set.has(one)).value).toBe(hashOf(chosen));
});
