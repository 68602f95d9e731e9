import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Caller } from '../../core/auth/caller/caller.js';
import { placeFor } from '../../core/auth/current-caller.js';
import type { Permission } from '../../platform/http/permission.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { PlanDto } from './as-code.dto.js';
import type { CodeFeatureDto } from './desired-state.dto.js';
import { type Difference, differencesOf, newFeature } from './feature-comparison.js';
import type { PresentFeature, PresentProject, PresentState } from './present-state.js';

/** What a plan does with a thing. */
export type PlannedAction = 'create' | 'change' | 'adopt' | 'delete' | 'release';

/** What a plan does with a feature. */
export interface FeatureChange {
  action: PlannedAction;
  name: string;
  project: string;
  /** Whether the feature belongs to nobody yet, and to the folder afterwards. */
  adopts: boolean;
  differences: readonly Difference[];
  /** What is wanted; absent for what is deleted or released. */
  desired?: CodeFeatureDto;
  /** What is there; absent for what is created. */
  present?: PresentFeature;
}

/** Why a plan cannot be carried out. */
export interface Finding {
  kind: string;
  name: string;
  message: string;
}

/** A permission that is needed somewhere. */
export interface NeededPermission {
  permission: Permission;
  project?: string;
  environment?: string;
}

/** The comparison of what is wanted with what is. */
export interface Comparison {
  changes: readonly FeatureChange[];
  errors: readonly Finding[];
  /** Things that belong to the folder, are not in it, and stay. */
  kept: readonly { kind: string; name: string }[];
  unchanged: number;
  hash: string;
  state: PresentState;
}

/** Compares what is wanted with what is. */
export async function compared(dto: PlanDto, state: PresentState): Promise<Comparison> {
  const { features = [] } = dto.state;
  const slice = new TimeSlice();
  const changes: FeatureChange[] = [];
  const errors: Finding[] = [];
  const fail = (name: string, message: string): void =>
    void errors.push({ kind: 'feature', name, message });
  await slice.forEach(features, (desired) => {
    const fault = faultOf(desired, dto, state);
    if (fault) return fail(desired.name, fault);
    const change = changeOf(desired, state);
    if (change) changes.push(change);
  });
  const wanted = new Set(features.map(({ name }) => name));
  const left = [...state.features.values()].filter(
    ({ name, owner }) => owner === dto.owner && !wanted.has(name),
  );
  const isKept = (dto.leftovers ?? 'keep') === 'keep';
  if (!isKept) for (const present of left) changes.push(leftover(present, dto));
  changes.sort((a, b) => (a.name < b.name ? -1 : 1));
  await slice.rest();
  return {
    ...{ changes, errors, state },
    kept: isKept ? left.map(({ name }) => ({ kind: 'feature', name })) : [],
    unchanged: features.length - errors.length - changes.filter(({ desired }) => desired).length,
    hash: hashOf(dto, state),
  };
}

/** The hash of what is wanted, and of what it was compared with. */
function hashOf({ owner, adopt, leftovers, state: wanted }: PlanDto, state: PresentState): string {
  const plan = { owner, adopt: adopt ?? false, leftovers: leftovers ?? 'keep', wanted };
  const text = canonicalize(JSON.parse(JSON.stringify(plan)))!;
  return createHash('sha256').update(text).update('\0').update(state.text).digest('hex');
}

function leftover(present: PresentFeature, { leftovers }: PlanDto): FeatureChange {
  const { name, project } = present;
  const action = leftovers === 'prune' ? 'delete' : 'release';
  return { action, name, project, adopts: false, differences: [], present };
}

/** Why a feature cannot be as it is wanted, as far as names tell. */
function faultOf(desired: CodeFeatureDto, dto: PlanDto, state: PresentState): string | undefined {
  const { name, project } = desired;
  if (state.hidden.has(name)) return 'A feature with this name already exists.';
  const present = state.features.get(name);
  const there = state.projects.get(project);
  if (!there) return `There is no project "${project}".`;
  const missing = desired.environments?.find(
    (wanted) => !there.environments.some((one) => one.name === wanted.name),
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
  const change = { name, project, adopts, differences, desired };
  if (!present) return { ...change, action: 'create' };
  if (differences.length === 0 && !adopts) return undefined;
  return { ...change, action: differences.length > 0 ? 'change' : 'adopt', present };
}

/** The permissions that carrying out a change needs. */
function permissionsFor(change: FeatureChange): NeededPermission[] {
  const { action, project, differences, present } = change;
  const needed: NeededPermission[] = [];
  const add = (permission: Permission, environment?: string): void =>
    void needed.push({ permission, project, ...(environment ? { environment } : {}) });
  if (action === 'create') add('CREATE_FEATURE');
  else add(action === 'delete' ? 'DELETE_FEATURE' : 'UPDATE_FEATURE');
  for (const { part, environment } of differences) {
    if (part === 'dependencies') add('UPDATE_FEATURE_DEPENDENCY');
    if (part === 'enabled') add('UPDATE_FEATURE_ENVIRONMENT', environment);
    if (part === 'variants') add('UPDATE_FEATURE_ENVIRONMENT_VARIANTS', environment);
    if (part !== 'strategies') continue;
    const before = present?.environments.find(({ name }) => name === environment);
    const after = change.desired?.environments?.find(({ name }) => name === environment);
    if (before?.strategies.length) add('DELETE_FEATURE_STRATEGY', environment);
    if (after?.strategies?.length) add('CREATE_FEATURE_STRATEGY', environment);
  }
  return needed;
}

/** The permissions that the caller lacks, each once. */
export function lackingFor(caller: Caller, changes: readonly FeatureChange[]): NeededPermission[] {
  const lacking = new Map<string, NeededPermission>();
  for (const change of changes)
    for (const needed of permissionsFor(change)) {
      const { permission, project, environment } = needed;
      if (!caller.may(permission, placeFor(caller, { project, environment })))
        lacking.set(JSON.stringify(needed), needed);
    }
  return [...lacking.values()];
}

/** A place in which changes require approvals. */
export interface ApprovalNeeded {
  project: string;
  environment: string;
  requiredApprovals: number;
  features: number;
}

/**
 * Where the changes require approvals: where they change what SDKs get. Features that are created
 * are off until they are turned on.
 */
export function approvalsFor({ changes, state }: Comparison): ApprovalNeeded[] {
  const found = new Map<string, ApprovalNeeded>();
  for (const change of changes)
    for (const place of approvalPlacesOf(change, state.projects.get(change.project))) {
      const key = JSON.stringify([place.project, place.environment]);
      found.set(key, { ...place, features: (found.get(key)?.features ?? 0) + 1 });
    }
  return [...found.values()];
}

function approvalPlacesOf(
  { action, differences }: FeatureChange,
  project: PresentProject | undefined,
): Omit<ApprovalNeeded, 'features'>[] {
  const isEverywhere =
    action === 'delete' ||
    (action === 'change' && differences.some(({ part }) => part === 'dependencies'));
  return (project?.environments ?? []).flatMap(({ name: environment, requiredApprovals }) => {
    const isThere = differences.some(
      (one) => one.environment === environment && (action !== 'create' || one.part === 'enabled'),
    );
    return requiredApprovals !== null && (isEverywhere || isThere)
      ? [{ project: project!.id, environment, requiredApprovals }]
      : [];
  });
}
