import { createHash } from 'node:crypto';

/** Length of a hash. */
export const HASH_BYTES = 32;
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

const sha256 = (...parts: Buffer[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The hash of a leaf of a Merkle tree (RFC 6962, section 2.1). */
export function leafHashOf(text: string): Buffer {
  return sha256(LEAF, Buffer.from(text));
}

/** The hash of a node with two children. */
export const nodeHashOf = (left: Buffer, right: Buffer): Buffer => sha256(NODE, left, right);

/** The size of the left subtree: the largest power of two that is smaller than the size. */
export function leftOf(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** The root of the tree with these leaf hashes, at least one. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!;
  const left = leftOf(leaves.length);
  return nodeHashOf(rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left)));
}

/** The audit path of a leaf: the hashes that lead from it to the root, the nearest first. */
export function auditPathOf(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length === 1) return [];
  const left = leftOf(leaves.length);
  return index < left
    ? [...auditPathOf(leaves.slice(0, left), index), rootOf(leaves.slice(left))]
    : [...auditPathOf(leaves.slice(left), index - left), rootOf(leaves.slice(0, left))];
}

/**
 * The root to which an audit path leads from a leaf (RFC 9162, section 2.1.3.2).
 * @returns undefined when the path has another length than one of a tree of this size.
 */
export function rootFrom(
  leaf: Buffer,
  index: number,
  size: number,
  path: readonly Buffer[],
): Buffer | undefined {
  if (size === 1) return path.length === 0 && index === 0 ? leaf : undefined;
  const sibling = path.at(-1);
  if (!sibling || index < 0 || index >= size) return undefined;
  const left = leftOf(size);
  const isLeft = index < left;
  const below = isLeft
    ? rootFrom(leaf, index, left, path.slice(0, -1))
    : rootFrom(leaf, index - left, size - left, path.slice(0, -1));
  return below && (isLeft ? nodeHashOf(below, sibling) : nodeHashOf(sibling, below));
}

/** Splits concatenated hashes. */
export function hashesIn(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, n) =>
    bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  );
}
