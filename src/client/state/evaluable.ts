import type { ClientFeature, ClientSegment } from '../client-features.js';
import type { EnvironmentState } from './environment-state.js';

/** Features and segments to evaluate by, of one state of an environment. It never changes, so what is made of it can be kept for as long as it is the same. */
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
const KEPT = 100;

/** Keeps what was made of states of environments for evaluation, each until the next state of it is asked for. */
export class EvaluableCache {
  private readonly made = new WeakMap<EnvironmentState, Map<string, Made>>();

  /** The same object as long as the state is the same. */
  of(state: EnvironmentState, projects: readonly string[] | undefined): EvaluableFeatures {
    const byProjects = this.made.get(state) ?? new Map<string, Made>();
    this.made.set(state, byProjects);
    const key = projects ? JSON.stringify([...projects].sort()) : '*';
    const kept = byProjects.get(key);
    if (kept?.version === state.version) return kept.evaluable;
    if (byProjects.size >= KEPT) byProjects.clear();
    const evaluable = evaluableOf(state, projects);
    byProjects.set(key, { version: state.version, evaluable });
    return evaluable;
  }
}

function evaluableOf(state: EnvironmentState, projects: readonly string[] | undefined): EvaluableFeatures {
  const chosen = projects && new Set(projects);
  const pieces = state.features.filter((piece) => !chosen || chosen.has(piece.project));
  return {
    features: new Map(pieces.map((piece) => [piece.name, piece.value])),
    segments: new Map([...state.segments.values()].map((segment) => [segment.id, segment.value])),
  };
}
