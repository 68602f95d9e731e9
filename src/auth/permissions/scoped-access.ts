import { PERMISSIONS, type Permission, type RolePermission } from '../../http/permission.js';
import {
  Access,
  type AccessRow,
  EVERY_ENVIRONMENT,
  type PermissionPlace,
  REACH,
  type ShownPermission,
} from './access.js';

/** What a personal token is limited to; null for no limit. */
export interface TokenScope {
  /** Whether the token may read only. */
  readOnly: boolean;
  projects: readonly string[] | null;
  environments: readonly string[] | null;
}

/** A scope as PostgreSQL tells it. */
export interface TokenScopeRow extends TokenScope {
  /** Ids of the projects that exist, or existed, outside of the scope. */
  outside: readonly string[];
}

/** Permissions that reach further than one environment and yet change nothing. */
const READS: ReadonlySet<Permission> = new Set(
  PERMISSIONS.map(({ name }) => name).filter((name) => /^READ_|_READ$/.test(name)),
);

/**
 * What the user of a limited token may do with it: what the user may do anyway, and of that
 * - with a scope of projects: what reaches no further than a project, in these projects. All others
 * are hidden;
 * - with a scope of environments: what reaches one environment, in these, and besides that
 * permissions to read. A token for reading only is limited by the method of its requests (see
 * AccessGuard).
 */
export class ScopedAccess extends Access {
  private readonly outside: readonly string[];

  constructor(
    row: AccessRow,
    readonly scope: TokenScopeRow,
  ) {
    super(row);
    this.outside = [...new Set([...super.hidden, ...scope.outside])];
  }

  /** The access of a user, by a token that may have a scope. */
  static of(row: AccessRow, scope: TokenScopeRow | null): Access {
    return scope ? new ScopedAccess(row, scope) : new Access(row);
  }

  override get isUnlimited(): boolean {
    return super.isUnlimited && !this.scope.projects && !this.scope.environments;
  }

  override get hidden(): readonly string[] {
    return this.outside;
  }

  override sees(project: string): boolean {
    return (!this.scope.projects || this.scope.projects.includes(project)) && super.sees(project);
  }

  override allows(permission: Permission, place: PermissionPlace): boolean {
    if (permission === 'NONE') return true;
    const reach = REACH.get(permission);
    if (this.scope.projects && reach === 'root') return false;
    if (this.scope.environments && reach !== 'environment' && !READS.has(permission)) return false;
    const inEnvironments = reach === 'environment' ? this.scope.environments : null;
    return within(this.scope.projects, place.project).some((project) =>
      within(inEnvironments, place.environment).some((environment) =>
        super.allows(permission, { project, environment }),
      ),
    );
  }

  override get shown(): ShownPermission[] {
    const { projects, environments } = this.scope;
    if (!projects && !environments) return super.shown;
    return PERMISSIONS.flatMap(({ name, reach }) =>
      within(projects, undefined).flatMap((project) =>
        within(reach === 'environment' ? environments : null, undefined)
          .filter((environment) => this.allows(name, { project, environment }))
          .map((environment) => shownAt(name, project, environment)),
      ),
    );
  }
}

/**
 * Where something is to be asked for: the place itself if it is within the scope; for no particular
 * place each of the scope.
 */
function within(
  scope: readonly string[] | null,
  place: string | undefined,
): (string | undefined)[] {
  if (!scope) return [place];
  if (place === undefined) return [...scope];
  return place !== EVERY_ENVIRONMENT && scope.includes(place) ? [place] : [];
}

function shownAt(
  permission: RolePermission,
  project: string | undefined,
  environment: string | undefined,
): ShownPermission {
  return {
    permission,
    ...(project === undefined ? {} : { project }),
    ...(environment === undefined ? {} : { environment }),
  };
}
