import { bytesOfHex, hexOf, joined } from './bytes';
import { canonicalJson } from './canonical-json';
import { sha256 } from './crypto';
import { leafHashOf, rootByPath, rootOf } from './merkle';

test('canonical JSON sorts names by UTF-16 and writes numbers as RFC 8785 wants', () => {
  const value = { '\u20ac': 1, '\r': 2, '1': 1e21, '\u{1f600}': [0.000001, -0, 'é\u000f'] };
  expect(canonicalJson(value)).toBe(
    '{"\\r":2,"1":1e+21,"\u20ac":1,"\u{1f600}":[0.000001,0,"é\\u000f"]}',
  );
});

/** The largest power of two below a size. */
const halfOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/** The definition of RFC 6962, section 2.1, by halves. */
async function rootByDefinition(leaves: string[]): Promise<string> {
  if (leaves.length === 1) return leaves[0]!;
  const half = halfOf(leaves.length);
  const left = await rootByDefinition(leaves.slice(0, half));
  const right = await rootByDefinition(leaves.slice(half));
  return hexOf(await sha256(joined(Uint8Array.of(1), bytesOfHex(left), bytesOfHex(right))));
}

async function pathByDefinition(leaves: string[], index: number): Promise<string[]> {
  if (leaves.length === 1) return [];
  const half = halfOf(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half
    ? [...(await pathByDefinition(left, index)), await rootByDefinition(right)]
    : [...(await pathByDefinition(right, index - half)), await rootByDefinition(left)];
}

test('roots and audit paths of all trees up to 12 leaves verify, and altered ones do not', async () => {
  for (let size = 1; size <= 12; size++) {
    const events = Array.from({ length: size }, (_, id) => ({ id }));
    const hashes = await Promise.all(events.map(leafHashOf));
    const root = await rootByDefinition(hashes);
    expect(await rootOf(hashes)).toBe(root);
    for (let index = 0; index < size; index++) {
      const path = await pathByDefinition(hashes, index);
      expect(await rootByPath(hashes[index]!, index, size, path)).toBe(root);
      expect(await rootByPath('00'.repeat(32), index, size, path)).not.toBe(root);
      expect(await rootByPath(hashes[index]!, index, size, [...path, root])).not.toBe(root);
      expect(await rootByPath(hashes[index]!, size, size, path)).toBeUndefined();
    }
  }
});
