import type { Caller } from '../../core/auth/caller/caller.js';
import { placeFor } from '../../core/auth/current-caller.js';
import type { Permission } from '../../platform/http/permission.js';
import type { Comparison, FeatureChange, ThingChange } from './comparison.js';
import type { ProjectOfFeatures } from './present-state.js';
import { KINDS } from './things.js';

/**
 * Whether somebody may see roles. Who may not plans as if there were none, and lacks the permission
 * to create them.
 */
export const seesRoles = (caller: Caller): boolean =>
  caller.may('READ_ROLE', {}) || caller.may('UPDATE_ROLE', {});

/** A permission that is needed somewhere. */
export interface NeededPermission {
  permission: Permission;
  project?: string;
  environment?: string;
}

/** The permissions that carrying out a change needs. */
function permissionsForFeature(change: FeatureChange): NeededPermission[] {
  const { action, project, differences, present } = change;
  const needed: NeededPermission[] = [];
  const add = (permission: Permission, environment?: string): void =>
    void needed.push({ permission, project, ...(environment ? { environment } : {}) });
  if (action === 'create') add('CREATE_FEATURE');
  else add(action === 'delete' ? 'DELETE_FEATURE' : 'UPDATE_FEATURE');
  for (const { part, environment } of differences) {
    if (part === 'payloadSchema') add('UPDATE_FEATURE_VARIANTS');
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
export function lackingFor(caller: Caller, { features, things }: Comparison): NeededPermission[] {
  const lacking = new Map<string, NeededPermission>();
  const require = (needed: NeededPermission): void => {
    const { permission, project, environment } = needed;
    if (!caller.may(permission, placeFor(caller, { project, environment })))
      lacking.set(JSON.stringify(needed), needed);
  };
  for (const change of things) permissionsForThing(change).forEach(require);
  for (const change of features) permissionsForFeature(change).forEach(require);
  return [...lacking.values()];
}

function permissionsForThing({ kind, action, project, desired }: ThingChange): NeededPermission[] {
  const { permissions, inProject } = KINDS[kind];
  const wish = action === 'create' || action === 'delete' ? action : 'change';
  const isInProject = project !== null && !(kind === 'project' && action === 'create');
  const needed: NeededPermission[] =
    inProject && isInProject
      ? [{ permission: inProject[wish], project }]
      : [{ permission: permissions[wish] }];
  const to = desired?.['project'] as string | null | undefined;
  if (kind === 'segment' && action === 'change' && to !== undefined && to !== project)
    needed.push(
      to === null
        ? { permission: permissions.change }
        : { permission: 'UPDATE_PROJECT_SEGMENT', project: to },
    );
  return needed;
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
export function approvalsFor({ features, state }: Comparison): ApprovalNeeded[] {
  const found = new Map<string, ApprovalNeeded>();
  for (const change of features)
    for (const place of approvalPlacesOf(change, state.projects.get(change.project))) {
      const key = JSON.stringify([place.project, place.environment]);
      found.set(key, { ...place, features: (found.get(key)?.features ?? 0) + 1 });
    }
  return [...found.values()];
}

function approvalPlacesOf(
  { action, differences }: FeatureChange,
  project: ProjectOfFeatures | undefined,
): Omit<ApprovalNeeded, 'features'>[] {
  const isEverywhere =
    action === 'delete' ||
    (action === 'change' && differences.some(({ part }) => part === 'dependencies'));
  return (project?.places ?? []).flatMap(({ name: environment, requiredApprovals }) => {
    const isThere = differences.some(
      (one) => one.environment === environment && (action !== 'create' || one.part === 'enabled'),
    );
    return requiredApprovals !== null && (isEverywhere || isThere)
      ? [{ project: project!.id, environment, requiredApprovals }]
      : [];
  });
}
