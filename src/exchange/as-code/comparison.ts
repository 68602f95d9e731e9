import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { PlanDto } from './as-code.dto.js';
import type { CodeFeatureDto } from './desired-state.dto.js';
import { type Difference, differencesOf, newFeature } from './feature-comparison.js';
import {
  keyOf,
  type Owned,
  type PresentFeature,
  type PresentState,
  type PresentThing,
  type ProjectOfFeatures,
} from './present-state.js';
import {
  desiredOf,
  type DesiredThing,
  differencesOfThing,
  faultOfThing,
  isBuiltIn,
  nameOfThing,
  projectOfThing,
  THING_KINDS,
  type ThingDifference,
  type ThingKind,
} from './things.js';

/** What a plan does with a thing. */
type PlannedAction = 'create' | 'change' | 'adopt' | 'delete' | 'release';

/** What a plan does with a thing of some kind. */
export interface PlannedChange {
  kind: string;
  action: PlannedAction;
  name: string;
  /** Id of the project that it belongs to; null for none. */
  project: string | null;
  /** Whether it belongs to nobody yet, and to the folder afterwards. */
  adopts: boolean;
  differences: readonly ThingDifference[];
}

/** What a plan does with a feature. */
export interface FeatureChange extends PlannedChange {
  kind: 'feature';
  project: string;
  differences: readonly Difference[];
  /** What is wanted; absent for what is deleted or released. */
  desired?: CodeFeatureDto;
  /** What is there; absent for what is created. */
  present?: PresentFeature;
}

/** What a plan does with another thing. */
export interface ThingChange extends PlannedChange {
  kind: ThingKind;
  desired?: DesiredThing;
  present?: PresentThing;
}

/** Why a plan cannot be carried out. */
export interface Finding {
  kind: string;
  name: string;
  message: string;
}

/** The comparison of what is wanted with what is. */
export interface Comparison {
  features: readonly FeatureChange[];
  /** Changes of other things, in the order of kinds. */
  things: readonly ThingChange[];
  errors: readonly Finding[];
  /** Things that belong to the folder, are not in it, and stay. */
  kept: readonly { kind: string; name: string }[];
  unchanged: number;
  hash: string;
  state: PresentState;
}

/** All changes of a plan. */
export const changesOf = ({ things, features }: Comparison): PlannedChange[] => [
  ...things,
  ...features,
];

/** What is gathered during a comparison. */
interface Gathered {
  errors: Finding[];
  kept: { kind: string; name: string }[];
  unchanged: number;
}

/** Compares what is wanted with what is. */
export async function compared(dto: PlanDto, read: PresentState): Promise<Comparison> {
  const gathered: Gathered = { errors: [], kept: [], unchanged: 0 };
  const slice = new TimeSlice();
  const things: ThingChange[] = [];
  for (const kind of THING_KINDS) {
    for (const change of await thingChanges(kind, dto, read, gathered, slice)) things.push(change);
    await slice.rest();
  }
  const state = { ...read, projects: projectsAfter(dto, read) };
  const features = await featureChanges(dto, state, gathered, slice);
  await slice.rest();
  return { features, things, state, ...gathered, hash: await hashOf(dto, state, slice) };
}

async function thingChanges(
  kind: ThingKind,
  dto: PlanDto,
  state: PresentState,
  gathered: Gathered,
  slice: TimeSlice,
): Promise<ThingChange[]> {
  const changes: ThingChange[] = [];
  const wanted = new Set<string>();
  await slice.forEach(desiredOf(kind, dto.state), (desired) => {
    const name = nameOfThing(kind, desired);
    const present = state.things.get(keyOf(kind, name));
    const fault =
      (wanted.has(name) ? 'It is listed twice.' : undefined) ??
      (present && faultOfOwner(present, dto)) ??
      faultOfThing(kind, desired, present);
    wanted.add(name);
    if (fault) return void gathered.errors.push({ kind, name, message: fault });
    const change = thingChange(kind, desired, present);
    if (change) changes.push(change);
    else gathered.unchanged++;
  });
  for (const change of leftThings(kind, wanted, dto, state))
    if ((dto.leftovers ?? 'keep') !== 'keep') changes.push(change);
    else gathered.kept.push({ kind, name: change.name });
  return changes;
}

function thingChange(
  kind: ThingKind,
  desired: DesiredThing,
  present: PresentThing | undefined,
): ThingChange | undefined {
  const differences = differencesOfThing(kind, desired, present);
  const adopts = present?.owner === null;
  const name = nameOfThing(kind, desired);
  const project = projectOfThing(kind, present ?? desired);
  const change = { kind, name, project, adopts, differences, desired };
  if (!present) return { ...change, action: 'create' };
  if (differences.length === 0 && !adopts) return undefined;
  return { ...change, action: differences.length > 0 ? 'change' : 'adopt', present };
}

/** What happens to the things that belong to the folder and are not in it, unless they are kept. */
function leftThings(
  kind: ThingKind,
  wanted: ReadonlySet<string>,
  { owner, leftovers }: PlanDto,
  { things }: PresentState,
): ThingChange[] {
  return [...things].flatMap(([key, present]) => {
    const name = nameOfThing(kind, present);
    const isLeft = present.owner === owner && !wanted.has(name) && present['isArchived'] !== true;
    if (!isLeft || key !== keyOf(kind, name)) return [];
    const action = leftovers === 'prune' && !isBuiltIn(kind, name) ? 'delete' : 'release';
    const project = projectOfThing(kind, present);
    return [{ kind, action, name, project, adopts: false, differences: [], present }];
  });
}

/** The live projects of features as they are once the plan has been carried out. */
function projectsAfter(dto: PlanDto, state: PresentState): Map<string, ProjectOfFeatures> {
  const projects = new Map(state.projects);
  for (const { id, environments, defaultStickiness } of dto.state.projects ?? []) {
    const before = projects.get(id);
    if (!before && state.things.has(keyOf('project', id))) continue;
    const approvals = new Map(before?.places.map((place) => [place.name, place.requiredApprovals]));
    const names = environments ? [...new Set(environments)].sort() : [...approvals.keys()];
    projects.set(id, {
      id,
      defaultStickiness: defaultStickiness ?? before?.defaultStickiness ?? 'default',
      places: names.map((name) => ({ name, requiredApprovals: approvals.get(name) ?? null })),
    });
  }
  return projects;
}

async function featureChanges(
  dto: PlanDto,
  state: PresentState,
  gathered: Gathered,
  slice: TimeSlice,
): Promise<FeatureChange[]> {
  const { features = [] } = dto.state;
  const changes: FeatureChange[] = [];
  await slice.forEach(features, (desired) => {
    const { name } = desired;
    const fault = faultOf(desired, dto, state);
    if (fault) return void gathered.errors.push({ kind: 'feature', name, message: fault });
    const change = changeOf(desired, state);
    if (change) changes.push(change);
    else gathered.unchanged++;
  });
  const wanted = new Set(features.map(({ name }) => name));
  for (const present of state.features.values())
    if (present.owner === dto.owner && !wanted.has(present.name)) {
      if ((dto.leftovers ?? 'keep') !== 'keep') changes.push(leftover(present, dto));
      else gathered.kept.push({ kind: 'feature', name: present.name });
    }
  return changes.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The hash of what is wanted, and of what it was compared with. */
async function hashOf(
  { owner, adopt = false, leftovers = 'keep', state: wanted }: PlanDto,
  present: PresentState,
  slice: TimeSlice,
): Promise<string> {
  const hash = createHash('sha256');
  const add = (part: unknown): void =>
    void hash.update(canonicalize(JSON.parse(JSON.stringify(part)))!).update('\0');
  add({ owner, adopt, leftovers, present: present.hash });
  for (const [list, items] of Object.entries(wanted).sort(([a], [b]) => (a < b ? -1 : 1))) {
    add(list);
    await slice.forEach((items as readonly unknown[] | undefined) ?? [], add);
  }
  return hash.digest('hex');
}

function leftover(present: PresentFeature, { leftovers }: PlanDto): FeatureChange {
  const { name, project } = present;
  const action = leftovers === 'prune' ? 'delete' : 'release';
  return { kind: 'feature', action, name, project, adopts: false, differences: [], present };
}

/** Why a feature cannot be as it is wanted, as far as names tell. */
function faultOf(desired: CodeFeatureDto, dto: PlanDto, state: PresentState): string | undefined {
  const { name, project } = desired;
  if (state.hidden.has(name)) return 'A feature with this name already exists.';
  const present = state.features.get(name);
  const there = state.projects.get(project);
  if (!there) return `There is no project "${project}".`;
  const missing = desired.environments?.find(
    (wanted) => !there.places.some((one) => one.name === wanted.name),
  );
  if (missing) return `The project "${project}" has no environment "${missing.name}".`;
  return (
    (present && faultOfPresent(present, project, dto)) ??
    faultOfParents(desired, present) ??
    faultOfPlaces(desired, present)
  );
}

function faultOfPresent(
  { owner, project, isArchived }: PresentFeature,
  wanted: string,
  dto: PlanDto,
): string | undefined {
  if (project !== wanted) return `It belongs to the project "${project}". Move it first.`;
  if (isArchived) return 'It is archived. Revive or delete it first.';
  return faultOfOwner({ owner, managedId: null }, dto);
}

function faultOfOwner({ owner }: Owned, dto: PlanDto): string | undefined {
  if (owner !== null && owner !== dto.owner)
    return `It belongs to the folder "${owner}". Release it there first.`;
  if (owner === null && !dto.adopt)
    return 'It exists and belongs to no folder. Plan with adopt to take it over.';
  return undefined;
}

function faultOfParents(
  { dependencies = [] }: CodeFeatureDto,
  present: PresentFeature | undefined,
): string | undefined {
  // Features keep several parents from an earlier version.
  const isKept = (present?.dependencies.length ?? 0) >= dependencies.length;
  return dependencies.length > 1 && !isKept ? 'It can depend on one feature only.' : undefined;
}

/** What the service would add by itself would be a difference in the next plan. */
function faultOfPlaces(
  { environments = [] }: CodeFeatureDto,
  present: PresentFeature | undefined,
): string | undefined {
  for (const { name, enabled, strategies } of environments) {
    const place = present?.environments.find((one) => one.name === name);
    const plan = place?.strategies.some(({ milestoneId }) => milestoneId !== undefined);
    if (plan && strategies)
      return `A release plan sets its strategies in "${name}". Leave them out there.`;
    const turnsOn = enabled === true && place?.enabled !== true;
    if (turnsOn && strategies?.every(({ disabled }) => disabled))
      return `It is to be on in "${name}" without an active strategy. Add one.`;
  }
  return undefined;
}

function changeOf(desired: CodeFeatureDto, state: PresentState): FeatureChange | undefined {
  const { name, project } = desired;
  const present = state.features.get(name);
  const from = present ?? newFeature(desired);
  const differences = differencesOf(desired, from, state.projects.get(project)!, state.segments);
  const adopts = present?.owner === null;
  const change = { kind: 'feature', name, project, adopts, differences, desired } as const;
  if (!present) return { ...change, action: 'create' };
  if (differences.length === 0 && !adopts) return undefined;
  return { ...change, action: differences.length > 0 ? 'change' : 'adopt', present };
}
