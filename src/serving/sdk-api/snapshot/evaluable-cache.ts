import { LRUCache } from 'lru-cache';
import type { ClientFeature, ClientSegment } from '../client-features.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import type { EnvironmentSnapshot } from './environment-snapshot.js';

/**
 * Parsed features and segments of one state of an environment. Immutable, so derived data can be
 * cached with it.
 */
export interface EvaluableFeatures {
  /** By name, oldest first; shared, do not modify. */
  readonly features: ReadonlyMap<string, ClientFeature>;
  /** By id. */
  readonly segments: ReadonlyMap<number, ClientSegment>;
}

interface Made {
  version: number;
  evaluable: EvaluableFeatures;
}

/** Number of cached sets of projects per state. */
const MAX_PROJECT_SETS = 20;

/** Caches evaluable features until the state of the environment changes. */
export class EvaluableCache {
  private readonly made = new WeakMap<EnvironmentSnapshot, LRUCache<string, Made>>();

  /**
   * Parses features that are not parsed yet, in slices of time.
   * @returns Whether it finished without a pause; after a pause the state may have changed.
   */
  async prepare(state: EnvironmentSnapshot): Promise<boolean> {
    const { version } = state;
    const slice = new TimeSlice();
    for (const serialized of state.features) {
      if (serialized.isParsed) continue;
      void serialized.value;
      if (!slice.isOver) continue;
      if (slice.isOver) await slice.pause();
      if (state.version !== version) return false;
    }
    return !slice.hasPaused;
  }

  /** Whether {@link of} is immediate. */
  has(state: EnvironmentSnapshot, projects: readonly string[] | undefined): boolean {
    return this.made.get(state)?.get(keyOf(projects))?.version === state.version;
  }

  /** Returns the same object while the state is unchanged. */
  of(state: EnvironmentSnapshot, projects: readonly string[] | undefined): EvaluableFeatures {
    const byProjects =
      this.made.get(state) ?? new LRUCache<string, Made>({ max: MAX_PROJECT_SETS });
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
  const features = state.features.filter((serialized) => !chosen || chosen.has(serialized.project));
  return {
    features: new Map(features.map((serialized) => [serialized.name, serialized.value])),
    segments: new Map([...state.segments.values()].map((segment) => [segment.id, segment.value])),
  };
}
