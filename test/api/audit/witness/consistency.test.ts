import { createHash } from 'node:crypto';
import { leafHashOf, rootOf } from '../../../../src/audit/audit-log/seal/merkle.js';
import {
  consistencyOf,
  GrowingTree,
  hashOf,
  isConsistent,
  keyOf,
} from '../../../../src/audit/audit-log/witness/consistency.js';

const MOST = 40;
const leaves = Array.from({ length: MOST }, (_, n) => leafHashOf(`seal ${n}`));

/** A tree that grows to a size, with all its complete nodes. */
function grown(size: number): { tree: GrowingTree; nodes: Map<string, Buffer> } {
  const tree = new GrowingTree();
  const nodes = new Map<string, Buffer>();
  for (const leaf of leaves.slice(0, size))
    for (const node of tree.add(leaf)) nodes.set(keyOf(node), node.hash);
  return { tree, nodes };
}

test('a tree that grows leaf by leaf has the roots of RFC 6962', () => {
  for (let size = 1; size <= MOST; size++) {
    const { tree, nodes } = grown(size);
    const root = rootOf(leaves.slice(0, size));
    expect(tree.rootHash).toEqual(root);
    expect(hashOf({ start: 0, end: size }, nodes)).toEqual(root);
  }
});

test('each tree is proven to continue each smaller one, and no other', () => {
  const { nodes } = grown(MOST);
  const treeOf = (size: number) => ({
    size,
    rootHash: size === 0 ? Buffer.alloc(0) : rootOf(leaves.slice(0, size)),
  });
  const other = createHash('sha256').update('another').digest();
  for (let to = 1; to <= MOST; to++)
    for (let from = 0; from <= to; from++) {
      const proof = consistencyOf(from, to).map((one) => hashOf(one, nodes));
      const [before, after] = [treeOf(from), treeOf(to)];
      expect(isConsistent(before, after, proof)).toBe(true);
      expect(isConsistent(after, before, proof)).toBe(from === to);
      expect(isConsistent(before, after, [...proof, other])).toBe(false);
      if (from === 0) continue;
      expect(isConsistent({ ...before, rootHash: other }, after, proof)).toBe(false);
      expect(isConsistent(before, { ...after, rootHash: other }, proof)).toBe(false);
      if (proof.length > 0) expect(isConsistent(before, after, proof.slice(1))).toBe(false);
      for (const n of proof.keys())
        expect(isConsistent(before, after, proof.with(n, other))).toBe(false);
    }
});

test('a proof has at most two hashes for each doubling of the number of seals', () => {
  for (const to of [1_000, 100_000, 10_000_001])
    for (const from of [1, 2, 999, 512, 777])
      expect(consistencyOf(from, to).length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(to)));
});
