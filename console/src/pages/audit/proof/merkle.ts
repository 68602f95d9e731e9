import { type Bytes, bytesOfHex, bytesOfText, hexOf, joined } from './bytes.js';
import { canonicalJson } from './canonical-json.js';
import { sha256 } from './crypto.js';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The leaf hash of an event (RFC 6962, section 2.1), in hex. */
export async function leafHashOf(event: object): Promise<string> {
  return hexOf(await sha256(joined(LEAF, bytesOfText(canonicalJson(event)))));
}

const nodeHashOf = (left: Bytes, right: Bytes): Promise<Bytes> => sha256(joined(NODE, left, right));

/** The root that an audit path leads to from a leaf (RFC 9162, section 2.1.3.2), in hex. */
export async function rootByPath(
  leafHash: string,
  index: number,
  size: number,
  path: readonly string[],
): Promise<string | undefined> {
  if (index >= size) return undefined;
  let hash = bytesOfHex(leafHash);
  let [node, last] = [index, size - 1];
  for (const sibling of path.map(bytesOfHex)) {
    if (last === 0) return undefined;
    if (node % 2 === 1 || node === last) {
      hash = await nodeHashOf(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node >> 1, last >> 1];
    } else hash = await nodeHashOf(hash, sibling);
    [node, last] = [node >> 1, last >> 1];
  }
  return last === 0 ? hexOf(hash) : undefined;
}

/** The root of the tree with these leaf hashes, at least one, in hex. */
export async function rootOf(leafHashes: readonly string[]): Promise<string> {
  let level = leafHashes.map(bytesOfHex);
  while (level.length > 1) {
    const next: Promise<Bytes>[] = [];
    for (let n = 0; n < level.length; n += 2) {
      const [left, right] = [level[n]!, level[n + 1]];
      next.push(right ? nodeHashOf(left, right) : Promise.resolve(left));
    }
    level = await Promise.all(next);
  }
  return hexOf(level[0]!);
}
