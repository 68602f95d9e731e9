import { LRUCache } from 'lru-cache';
import type { ClientFeature, ClientSegment } from '../client-features.js';
import { TimeSlice } from '../../sandbox/time-slice.js';
import type { EnvironmentSnapshot } from './environment-snapshot.js';

/**
 * Features and segments to evaluate by, of one state of an environment. It never changes, so what
 * is made of it can be kept for as long as it is the same.
 */
export interface EvaluableFeatures {
  /** By name, oldest first. Not to be changed: everybody gets the same ones. */
  readonly features: ReadonlyMap<string, ClientFeature>;
  /** By id. */
  readonly segments: ReadonlyMap<number, ClientSegment>;
}

interface Made {
  version: number;
  evaluable: EvaluableFeatures;
}

/** How many sets of projects are kept for each state. */
const KEPT = 20;

/**
 * Keeps what was made of states of environments for evaluation, each until the next state of it is
 * asked for.
 */
export class EvaluableCache {
  private readonly made = new WeakMap<EnvironmentSnapshot, LRUCache<string, Made>>();

  /**
   * Reads the JSON of features that nobody has evaluated yet, in slices.
   * @returns Whether all of that was done without a break; after one the state may be another.
   */
  async prepare(state: EnvironmentSnapshot): Promise<boolean> {
    const { version } = state;
    const slice = new TimeSlice();
    for (const piece of state.features) {
      if (piece.isParsed) continue;
      void piece.value;
      if (!slice.isOver) continue;
      if (slice.isOver) await slice.pause();
      if (state.version !== version) return false;
    }
    return !slice.hasPaused;
  }

  /** Whether {@link of} has nothing to do. */
  has(state: EnvironmentSnapshot, projects: readonly string[] | undefined): boolean {
    return this.made.get(state)?.get(keyOf(projects))?.version === state.version;
  }

  /** The same object as long as the state is the same. */
  of(state: EnvironmentSnapshot, projects: readonly string[] | undefined): EvaluableFeatures {
    const byProjects = this.made.get(state) ?? new LRUCache<string, Made>({ max: KEPT });
    this.made.set(state, byProjects);
    const key = keyOf(projects);
    const kept = byProjects.get(key);
    if (kept?.version === state.version) return kept.evaluable;
    const evaluable = evaluableOf(state, projects);
    byProjects.set(key, { version: state.version, evaluable });
    return evaluable;
  }
}

function keyOf(projects: readonly string[] | undefined): string {
  return projects ? JSON.stringify([...projects].sort()) : '*';
}

function evaluableOf(
  state: EnvironmentSnapshot,
  projects: readonly string[] | undefined,
): EvaluableFeatures {
  const chosen = projects && new Set(projects);
  const pieces = state.features.filter((piece) => !chosen || chosen.has(piece.project));
  return {
    features: new Map(pieces.map((piece) => [piece.name, piece.value])),
    segments: new Map([...state.segments.values()].map((segment) => [segment.id, segment.value])),
  };
}
