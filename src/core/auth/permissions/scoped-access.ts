import {
  PERMISSIONS,
  type Permission,
  type RolePermission,
} from '../../../platform/http/permission.js';
import {
  Access,
  type AccessRow,
  EVERY_ENVIRONMENT,
  type PermissionPlace,
  REACH,
  type ShownPermission,
} from './access.js';

/** Scope of a personal token; null without a scope. */
export interface TokenScope {
  /** Whether the token is read-only. */
  readOnly: boolean;
  /** Whether the token may propose changes, and make none; absent otherwise. */
  proposeOnly?: boolean;
  projects: readonly string[] | null;
  environments: readonly string[] | null;
}

/** A scope as read from PostgreSQL. */
export interface TokenScopeRow extends TokenScope {
  /** Ids of existing and deleted projects outside the scope. */
  outside: readonly string[];
}

/** Permissions beyond one environment that only allow reading. */
const READS: ReadonlySet<Permission> = new Set(
  PERMISSIONS.map(({ name }) => name).filter((name) => /^READ_|_READ$/.test(name)),
);

/**
 * Permissions of a user through a scoped token: the user's own permissions, restricted by the
 * scope. A scope of projects restricts to project permissions in these projects and hides all
 * others. A scope of environments restricts to environment permissions in these, plus permissions
 * to read. Tokens that only read or propose are restricted by the operation (see AccessCheck).
 */
export class ScopedAccess extends Access {
  private readonly outside: readonly string[];

  constructor(
    row: AccessRow,
    readonly scope: TokenScopeRow,
    unreachable: readonly string[] = [],
  ) {
    super(row, unreachable);
    this.outside = [...new Set([...super.hidden, ...scope.outside])];
  }

  /** The permissions of a user through a token that may have a scope. */
  static of(row: AccessRow, scope: TokenScopeRow | null): Access {
    return scope ? new ScopedAccess(row, scope) : new Access(row);
  }

  protected override without(row: AccessRow, unreachable: readonly string[]): Access {
    return new ScopedAccess(row, this.scope, unreachable);
  }

  protected override get state(): unknown {
    const { readOnly, proposeOnly, projects, environments } = this.scope;
    return [super.state, readOnly, proposeOnly, projects, environments, [...this.outside].sort()];
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
 * The places to check: the place itself if it is within the scope; without a place, each place of
 * the scope.
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
