import type { Caller } from '../../../core/auth/caller/caller.js';
import { permissionFor } from '../../../access/api-token/token-permission.js';
import { TOKEN_TYPES, type TokenType } from '../../../platform/config/config.js';
import type { Permission } from '../../../platform/http/permission.js';
import { EVENTS, VISIBILITIES } from '../../../core/event/event-entries.js';
import type { EventVisibility } from '../../../core/event/event-kind.js';
import type { EventType } from '../../../core/event/event.types.js';

/** The events that a caller without access to the whole audit log may read. */
export interface VisibleEvents {
  /** Types of which all events are visible. */
  readonly types: readonly string[];
  /** Types of which the events in these projects are visible. */
  readonly ofProjects: { readonly types: readonly string[]; readonly projects: readonly string[] };
  /**
   * Types of events about API tokens, visible by token type or by the only project of the token.
   */
  readonly ofTokens: {
    readonly types: readonly string[];
    readonly tokenTypes: readonly TokenType[];
    readonly projects: readonly string[];
  };
}

const OF_TOKENS = VISIBILITIES.filter(([, visibility]) => visibility === 'token').map(
  ([type]) => type,
);
const OF_PROJECTS = VISIBILITIES.filter(
  ([, visibility]) => typeof visibility === 'object' && 'inProject' in visibility,
);

/**
 * Returns the events that the caller may read; `undefined` for readers of the whole audit log.
 * Hidden projects are excluded separately.
 */
export function visibleEvents(caller: Caller): VisibleEvents | undefined {
  if (caller.may('READ_LOGS', {})) return undefined;
  const tokenTypes = TOKEN_TYPES.filter((type) => caller.may(permissionFor('READ', type), {}));
  const tokenProjects = caller.projectsWhere('READ_PROJECT_API_TOKEN');
  // The same permission applies to all types of one visibility.
  const access = OF_PROJECTS.flatMap(([, visibility]) => permissionsOf(visibility));
  const projects = [...new Set(access.flatMap((permission) => caller.projectsWhere(permission)))];
  return {
    types: VISIBILITIES.filter(([, visibility]) => isEntire(visibility, caller)).map(
      ([type]) => type,
    ),
    ofProjects: { types: projects.length > 0 ? OF_PROJECTS.map(([type]) => type) : [], projects },
    ofTokens: {
      types: tokenTypes.length + tokenProjects.length > 0 ? OF_TOKENS : [],
      tokenTypes,
      projects: tokenProjects,
    },
  };
}

/**
 * Whether an addon of this caller may subscribe to an event type, in all projects or in the given
 * ones. Unknown types are allowed because no such event is ever sent.
 */
export function maySubscribeTo(type: string, projects: readonly string[], caller: Caller): boolean {
  const visibility = (
    EVENTS[type as EventType] as readonly [EventVisibility, ...unknown[]] | undefined
  )?.[0];
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

/** The project permissions that make the events of a type visible in that project. */
function permissionsOf(visibility: EventVisibility): readonly Permission[] {
  return typeof visibility === 'object' && 'inProject' in visibility ? visibility.inProject : [];
}
