import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { leafHashOf } from '../seal/merkle.js';
import {
  consistencyOf,
  GrowingTree,
  hashOf,
  keyOf,
  type NodePlace,
  nodesOf,
  type Subtree,
  type TreeNode,
} from './consistency.js';
import { ADD_NODES, NEXT_SEALS, READ_NODES, READ_TREE } from './witness.sql.js';
import { originOf, type TreeHead } from './signed-note.js';

/** Maximum seals that are added at once. */
const BATCH = 500;

/**
 * The Merkle tree whose leaves are the seals, in their order. Its nodes are stored once they are
 * complete, so that any two sizes can be proven consistent with a few dozen rows.
 */
@Injectable()
export class SealTree {
  private readonly log = new Logger(SealTree.name);

  constructor(private readonly database: Database) {}

  /** Adds seals that are not in the tree. @returns Whether there may be more. */
  async grow(): Promise<boolean> {
    const seals = await this.database.run(NEXT_SEALS, [BATCH], 'background');
    if (seals.length === 0) return false;
    const [{ size }] = (await this.database.run(READ_TREE, [], 'background')) as [TreeSize];
    const edge = size === 0 ? [] : await this.nodes(nodesOf({ start: 0, end: size }));
    const tree = new GrowingTree(size, edge);
    const added: TreeNode[] = [];
    for (const { id, content } of seals) {
      if (id <= tree.size) continue; // Another instance has added it.
      if (id !== tree.size + 1) {
        this.log.warn(`Seal ${tree.size + 1} is missing, so no witness can cosign later ones.`);
        break;
      }
      for (const node of tree.add(leafHashOf(content))) added.push(node);
    }
    const columns = [
      added.map(({ level }) => level),
      added.map(({ place }) => place),
      added.map(({ hash }) => hash),
    ] as const;
    if (added.length > 0) await this.database.run(ADD_NODES, columns, 'background');
    return seals.length === BATCH && added.length > 0;
  }

  /** How many seals the tree has, and of which instance. */
  async state(): Promise<TreeSize> {
    const [state] = await this.database.run(READ_TREE);
    return state!;
  }

  /** The head of the tree when it had this size, at least 1. */
  async head({ size, instanceId }: TreeSize): Promise<TreeHead> {
    const [rootHash] = await this.hashes([{ start: 0, end: size }]);
    return { origin: originOf(instanceId), size, rootHash: rootHash! };
  }

  /** The proof that the tree of one size begins with that of a smaller one. */
  proof(from: number, to: number): Promise<Buffer[]> {
    return this.hashes(consistencyOf(from, to));
  }

  private async hashes(subtrees: readonly Subtree[]): Promise<Buffer[]> {
    const nodes = await this.nodes(subtrees.flatMap(nodesOf));
    const byPlace = new Map(nodes.map((node) => [keyOf(node), node.hash]));
    return subtrees.map((one) => hashOf(one, byPlace));
  }

  /** The nodes at these places, in their order. */
  private async nodes(places: readonly NodePlace[]): Promise<TreeNode[]> {
    const found = await this.database.run(READ_NODES, [
      places.map(({ level }) => level),
      places.map(({ place }) => place),
    ]);
    const byPlace = new Map(found.map((node) => [keyOf(node), node]));
    return places.map((one) => {
      const node = byPlace.get(keyOf(one));
      if (!node) throw new Error(`The tree of seals lacks its node ${keyOf(one)}.`);
      return node;
    });
  }
}

/** How many seals the tree has, and of which instance. */
interface TreeSize {
  size: number;
  instanceId: string;
}
