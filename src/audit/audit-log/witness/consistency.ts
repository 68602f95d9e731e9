import { leftOf, nodeHashOf } from '../seal/merkle.js';

/** The leaves of a subtree: from `start` to before `end`. */
export interface Subtree {
  start: number;
  end: number;
}

/** The place of a node all of whose leaves exist: leaves have level 0. */
export interface NodePlace {
  level: number;
  place: number;
}

/** A node of the tree with its hash. */
export interface TreeNode extends NodePlace {
  hash: Buffer;
}

/** The key of a node in maps. */
export const keyOf = ({ level, place }: NodePlace): string => `${level}:${place}`;

/** The complete nodes of which a subtree consists, from the left. */
export function nodesOf({ start, end }: Subtree): NodePlace[] {
  const size = end - start;
  const level = Math.round(Math.log2(size));
  if (2 ** level === size) return [{ level, place: start / size }];
  const middle = start + leftOf(size);
  return [...nodesOf({ start, end: middle }), ...nodesOf({ start: middle, end })];
}

/** The hash of a subtree from those of {@link nodesOf}. */
export function hashOf(subtree: Subtree, nodes: ReadonlyMap<string, Buffer>): Buffer {
  const hashes = nodesOf(subtree).map((one) => nodes.get(keyOf(one))!);
  return hashes.reduceRight((right, left) => nodeHashOf(left, right));
}

/** The subtrees whose hashes prove that a tree only grew (RFC 6962, section 2.1.2). */
export function consistencyOf(from: number, to: number): Subtree[] {
  return from === 0 ? [] : proofOf(from, { start: 0, end: to }, true);
}

function proofOf(from: number, { start, end }: Subtree, isWhole: boolean): Subtree[] {
  const size = end - start;
  if (from === size) return isWhole ? [] : [{ start, end }];
  const left = leftOf(size);
  const middle = start + left;
  return from <= left
    ? [...proofOf(from, { start, end: middle }, isWhole), { start: middle, end }]
    : [...proofOf(from - left, { start: middle, end }, false), { start, end: middle }];
}

/** A tree of which only the size and the root are known. */
export interface KnownTree {
  size: number;
  rootHash: Buffer;
}

/** Whether a proof shows that a later tree contains an earlier one, unchanged, at its beginning. */
export function isConsistent(
  before: KnownTree,
  after: KnownTree,
  proof: readonly Buffer[],
): boolean {
  if (before.size > after.size || (before.size === 0 && proof.length > 0)) return false;
  if (before.size === 0) return true;
  const roots = rootsFrom(before.size, after.size, proof, before.rootHash);
  return roots?.before.equals(before.rootHash) === true && roots.after.equals(after.rootHash);
}

interface Roots {
  before: Buffer;
  after: Buffer;
}

/** @param known The root before, which is not in the proof if it is that of a complete node. */
function rootsFrom(
  before: number,
  after: number,
  proof: readonly Buffer[],
  known: Buffer | undefined,
): Roots | undefined {
  const last = proof.at(-1);
  if (before === after) {
    const hash = known ?? last;
    return hash && proof.length === (known ? 0 : 1) ? { before: hash, after: hash } : undefined;
  }
  if (!last) return undefined;
  const rest = proof.slice(0, -1);
  const left = leftOf(after);
  if (before <= left) {
    const roots = rootsFrom(before, left, rest, known);
    return roots && { before: roots.before, after: nodeHashOf(roots.after, last) };
  }
  const roots = rootsFrom(before - left, after - left, rest, undefined);
  return roots && { before: nodeHashOf(last, roots.before), after: nodeHashOf(last, roots.after) };
}

/** A tree that grows at its end; only the hashes of its complete nodes at the edge are kept. */
export class GrowingTree {
  private readonly edge: TreeNode[];

  /**
   * @param size Number of leaves so far.
   * @param nodes The nodes by {@link nodesOf} of the tree so far.
   */
  constructor(
    public size = 0,
    nodes: readonly TreeNode[] = [],
  ) {
    this.edge = [...nodes];
  }

  /** Adds a leaf. @returns The nodes that are complete now. */
  add(leaf: Buffer): TreeNode[] {
    let node: TreeNode = { level: 0, place: this.size, hash: leaf };
    const added = [node];
    while (node.place % 2 === 1) {
      const hash = nodeHashOf(this.edge.pop()!.hash, node.hash);
      node = { level: node.level + 1, place: (node.place - 1) / 2, hash };
      added.push(node);
    }
    this.edge.push(node);
    this.size++;
    return added;
  }

  /** The root of a tree with at least one leaf. */
  get rootHash(): Buffer {
    return this.edge.map(({ hash }) => hash).reduceRight((right, left) => nodeHashOf(left, right));
  }
}
