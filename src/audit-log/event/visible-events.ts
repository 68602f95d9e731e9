import type { Caller } from '../../auth/caller/caller.js';
import { permissionFor } from '../../api-token/token-permission.js';
import { TOKEN_TYPES, type TokenType } from '../../api-token/api-token.entity.js';
import type { Permission } from '../../http/permission.js';
import { DECLARED, EVENT_VISIBILITY, type EventVisibility } from '../../event/event-visibility.js';
import type { EventType } from '../../event/event.types.js';

/** Which events somebody may read who may not read the whole audit log. */
export interface VisibleEvents {
  /** Types of which all events are visible. */
  readonly types: readonly string[];
  /** Types of which those are visible that belong to one of these projects. */
  readonly ofProjects: { readonly types: readonly string[]; readonly projects: readonly string[] };
  /**
   * Types of events about API tokens, visible by the type of the token or the project that it is
   * for alone.
   */
  readonly ofTokens: {
    readonly types: readonly string[];
    readonly tokenTypes: readonly TokenType[];
    readonly projects: readonly string[];
  };
}

const OF_TOKENS = DECLARED.filter(([, visibility]) => visibility === 'token').map(([type]) => type);
const OF_PROJECTS = DECLARED.filter(
  ([, visibility]) => typeof visibility === 'object' && 'inProject' in visibility,
);

/**
 * Which events the caller may read; `undefined` for whoever may read the whole audit log. Private
 * projects are hidden besides.
 */
export function visibleEvents(caller: Caller): VisibleEvents | undefined {
  if (caller.may('READ_LOGS', {})) return undefined;
  const tokenTypes = TOKEN_TYPES.filter((type) => caller.may(permissionFor('READ', type), {}));
  const tokenProjects = caller.projectsWhere('READ_PROJECT_API_TOKEN');
  // One permission decides over all types that depend on the project.
  const access = OF_PROJECTS.flatMap(([, visibility]) => permissionsOf(visibility));
  const projects = [...new Set(access.flatMap((permission) => caller.projectsWhere(permission)))];
  return {
    types: DECLARED.filter(([, visibility]) => isEntire(visibility, caller)).map(([type]) => type),
    ofProjects: { types: projects.length > 0 ? OF_PROJECTS.map(([type]) => type) : [], projects },
    ofTokens: {
      types: tokenTypes.length + tokenProjects.length > 0 ? OF_TOKENS : [],
      tokenTypes,
      projects: tokenProjects,
    },
  };
}

/**
 * Whether somebody may have an addon told of events of a type: of all of them or, where the addon
 * names projects, of those of these projects. Types that there are not are let through: nothing of
 * them is ever told.
 */
export function mayBeTold(type: string, projects: readonly string[], caller: Caller): boolean {
  const visibility = EVENT_VISIBILITY[type as EventType] as EventVisibility | undefined;
  if (visibility === undefined || caller.may('READ_LOGS', {}) || isEntire(visibility, caller))
    return true;
  const inProject =
    visibility === 'token' ? (['READ_PROJECT_API_TOKEN'] as const) : permissionsOf(visibility);
  const isAllowed = (project: string): boolean =>
    caller.sees(project) && inProject.some((one) => caller.may(one, { project }));
  return projects.length > 0 && !projects.includes('*') && projects.every(isAllowed);
}

function isEntire(visibility: EventVisibility, caller: Caller): boolean {
  if (visibility === 'everyone') return true;
  return (
    typeof visibility === 'object' &&
    'anyOf' in visibility &&
    visibility.anyOf.some((one) => caller.may(one, {}))
  );
}

/** The permissions in a project that make the events of a type visible that belong to it. */
function permissionsOf(visibility: EventVisibility): readonly Permission[] {
  return typeof visibility === 'object' && 'inProject' in visibility ? visibility.inProject : [];
}
