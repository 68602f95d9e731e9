import { createHash } from 'node:crypto';
import type { FeatureLinkPayload } from '../../core/event/feature-events.js';
import type { CreateDependencyDto } from '../../flags/feature/dependency/dependency.dto.js';
import type { StrategyResponse } from '../../flags/feature/strategy/strategy.dto.js';
import type { VariantDto } from '../../flags/feature/variant/variant.dto.js';
import type { TagDto } from '../../flags/tag/tag.dto.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { StateRow } from './as-code.sql.js';

/** Which folder a thing belongs to. */
export interface Owned {
  /** Label of the folder; null for none. */
  owner: string | null;
  managedId: number | null;
}

/** A feature in an environment, as it is. */
export interface PresentPlace {
  name: string;
  enabled: boolean;
  variants: VariantDto[];
  strategies: StrategyResponse[];
}

/** A feature as it is. */
export interface PresentFeature extends Owned {
  name: string;
  project: string;
  isArchived: boolean;
  type: string;
  description: string | null;
  stale: boolean;
  impressionData: boolean;
  tags: TagDto[];
  links: FeatureLinkPayload[];
  payloadSchema: { schema: object; enforcement: string } | null;
  dependencies: CreateDependencyDto[];
  environments: PresentPlace[];
}

/** What the features of a project are compared by. */
export interface ProjectOfFeatures {
  id: string;
  defaultStickiness: string;
  places: { name: string; requiredApprovals: number | null }[];
}

/** Another thing as it is. */
export type PresentThing = Owned & Readonly<Record<string, unknown>>;

/** What a plan compares with. */
export interface PresentState {
  features: ReadonlyMap<string, PresentFeature>;
  /** Names of features in projects that the caller cannot see. */
  hidden: ReadonlySet<string>;
  /** Live projects of features. */
  projects: ReadonlyMap<string, ProjectOfFeatures>;
  /** Other things by kind and name. */
  things: ReadonlyMap<string, PresentThing>;
  /** Names of segments by their ids. */
  segments: ReadonlyMap<number, string>;
  /** A fingerprint of each thing, by kind and name. */
  fingerprints: ReadonlyMap<string, string>;
  /** SHA-256 of everything. */
  hash: string;
}

/** Length of a fingerprint: enough to notice a change, not to withstand a forgery. */
const FINGERPRINT = 16;

export const keyOf = (kind: string, name: string): string => `${kind} ${name}`;

/** Reads rows into the state that they are. */
export async function stateOf(rows: readonly StateRow[]): Promise<PresentState> {
  const features = new Map<string, PresentFeature>();
  const projects = new Map<string, ProjectOfFeatures>();
  const things = new Map<string, PresentThing>();
  const segments = new Map<number, string>();
  const hidden = new Set<string>();
  const fingerprints = new Map<string, string>();
  const all = createHash('sha256');
  await new TimeSlice().forEach(rows, ({ kind, name, state }) => {
    all.update(`${kind} ${name} ${state}\n`);
    if (kind === 'hidden-feature') return void hidden.add(name);
    if (kind === 'segment-name')
      return void segments.set(Number(name), JSON.parse(state) as string);
    const key = keyOf(kind, name);
    fingerprints.set(key, createHash('sha256').update(state).digest('hex').slice(0, FINGERPRINT));
    if (kind === 'feature') return void features.set(name, JSON.parse(state) as PresentFeature);
    const thing = JSON.parse(state) as PresentThing;
    things.set(key, thing);
    if (kind === 'project' && thing['isArchived'] === false)
      projects.set(name, JSON.parse(state) as ProjectOfFeatures);
  });
  const hash = all.digest('hex');
  return { features, projects, things, segments, hidden, fingerprints, hash };
}
