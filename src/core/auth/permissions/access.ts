import {
  PERMISSIONS,
  type Permission,
  type PermissionReach,
  type RolePermission,
} from '../../../platform/http/permission.js';
import { type LimitedProject, LimitedProjects } from './limited-projects.js';
import { BUILT_IN_ROLES } from './role-permissions.js';

/** Asks whether a permission is granted in all environments. No environment has this name. */
export const EVERY_ENVIRONMENT = '*';

/** Where a permission is checked; root permissions have no place. */
export interface PermissionPlace {
  project?: string | undefined;
  /** An environment, or {@link EVERY_ENVIRONMENT}. */
  environment?: string | undefined;
}

/** A permission that a custom role grants, in one environment or in all. */
interface CustomGrant {
  role: number;
  permission: RolePermission;
  environment: string | null;
}

/** A role in a project. */
interface HeldRole {
  project: string;
  role: number;
  /** When it ends by itself; absent for roles without an end. */
  until?: string;
  /** The only environment that a role with an end is for; null for the whole role. */
  environment?: string | null;
}

/**
 * Permissions that no role with an end gives: what is made with them would outlive it.
 */
const LASTING: ReadonlySet<Permission> = new Set<Permission>([
  'CREATE_PROJECT_API_TOKEN',
  'PROJECT_USER_ACCESS_WRITE',
]);

/** What a role gives for a time: with an environment, only its permissions there. */
export function grantedForATime<
  Grant extends { permission: RolePermission; environment: string | null },
>(grants: readonly Grant[], environment: string | null): Grant[] {
  const passing = grants.filter(({ permission }) => !LASTING.has(permission));
  if (environment === null) return passing;
  return passing
    .filter(
      (grant) =>
        REACH.get(grant.permission) === 'environment' &&
        (grant.environment ?? environment) === environment,
    )
    .map((grant) => ({ ...grant, environment }));
}

/** Everything that determines the permissions of a user, as read from PostgreSQL. */
export interface AccessRow {
  /** Ids of the root roles of the user and their groups. */
  rootRoles: number[];
  /** Project roles of the user and their groups. */
  projectRoles: HeldRole[];
  /** Permissions that the custom roles among these grant. */
  grants: CustomGrant[];
  /** Projects that are not open to everybody, including deleted private ones. */
  closedProjects: { id: string; isPrivate: boolean }[];
  /** Projects that can be reached from some IP addresses only. */
  limitedProjects: LimitedProject[];
}

/** A permission for display: in one project or all, in one environment or all. */
export interface ShownPermission {
  permission: RolePermission;
  project?: string;
  environment?: string;
}

/** The scope of each permission. */
export const REACH = new Map<Permission, PermissionReach>(
  PERMISSIONS.map(({ name, reach }) => [name, reach]),
);

/**
 * The permissions of a user: root roles apply to the whole instance and to every open project,
 * project roles to their project.
 */
export class Access {
  private readonly root: ReadonlySet<Permission>;
  private readonly inProjects = new Map<string, ShownPermission[]>();
  private readonly closed: ReadonlySet<string>;
  private readonly hiddenByMode: readonly string[];
  private readonly limited: LimitedProjects;
  private computedSignature?: string;

  /** @param unreachable Ids of projects that cannot be reached from where the user is. */
  constructor(
    private readonly row: AccessRow,
    private readonly unreachable: readonly string[] = [],
  ) {
    const { rootRoles, projectRoles, grants, closedProjects } = row;
    this.limited = new LimitedProjects(row.limitedProjects);
    const granted = (role: number): Pick<CustomGrant, 'permission' | 'environment'>[] =>
      BUILT_IN_ROLES.get(role)?.map((permission) => ({ permission, environment: null })) ??
      grants.filter((grant) => grant.role === role);
    this.root = new Set(rootRoles.flatMap(granted).map(({ permission }) => permission));
    for (const { project, role, until, environment: place = null } of projectRoles) {
      if (unreachable.includes(project)) continue;
      const here = this.inProjects.get(project) ?? [];
      here.push(
        ...(until ? grantedForATime(granted(role), place) : granted(role)).map((grant) => ({
          permission: grant.permission,
          project,
          ...(grant.environment === null ? {} : { environment: grant.environment }),
        })),
      );
      this.inProjects.set(project, here);
    }
    this.closed = new Set([...closedProjects.map(({ id }) => id), ...unreachable]);
    const isHidden = ({ id, isPrivate }: { id: string; isPrivate: boolean }): boolean =>
      isPrivate && !this.inProjects.has(id);
    this.hiddenByMode = this.root.has('ADMIN')
      ? []
      : [...new Set([...closedProjects.filter(isHidden).map(({ id }) => id), ...unreachable])];
  }

  /** Whether what the user may do and see depends on their IP address. */
  get dependsOnAddress(): boolean {
    return this.limited.rows.length > 0 && !this.root.has('ADMIN');
  }

  /**
   * The permissions from an IP address: projects that can only be reached from others are hidden.
   * Administrators reach all, so that somebody can always correct a list.
   */
  from(address: string | undefined): Access {
    if (!this.dependsOnAddress) return this;
    const closed = this.limited.closedTo(address);
    if (closed.length === 0) return this;
    const restricted = this.without(this.row, closed);
    // The same from everywhere, so that it only differs when permissions or lists do.
    restricted.computedSignature = this.signature;
    return restricted;
  }

  /** When the first of the roles ends that have an end; undefined without any. */
  get until(): Date | undefined {
    const ends = this.row.projectRoles.flatMap(({ until }) => (until ? [Date.parse(until)] : []));
    return ends.length > 0 ? new Date(Math.min(...ends)) : undefined;
  }

  /** The permissions without those of roles that have an end. */
  get lasting(): Access {
    const { projectRoles } = this.row;
    const lasting = projectRoles.filter(({ until }) => !until);
    if (lasting.length === projectRoles.length) return this;
    return this.without({ ...this.row, projectRoles: lasting }, this.unreachable);
  }

  protected without(row: AccessRow, unreachable: readonly string[]): Access {
    return new Access(row, unreachable);
  }

  /** Whether the user has every permission everywhere. */
  get isUnlimited(): boolean {
    return this.root.has('ADMIN');
  }

  /** The same text as long as everything that determines the permissions is the same. */
  get signature(): string {
    return (this.computedSignature ??= JSON.stringify(this.state));
  }

  /** Everything that determines the permissions, in a fixed order. */
  protected get state(): unknown {
    if (this.root.has('ADMIN')) return 'ADMIN';
    const inProjects = [...this.inProjects].map(([project, grants]) => [project, ...grants]);
    const places = [[...this.closed].sort(), [...this.hidden].sort(), this.limited.rows];
    return [[...this.root].sort(), inProjects, ...places];
  }

  /** Ids of the private projects without a role of the user, which are hidden from them. */
  get hidden(): readonly string[] {
    return this.hiddenByMode;
  }

  /** Whether the user may see the project. */
  sees(project: string): boolean {
    return !this.hidden.includes(project);
  }

  /**
   * Whether the permission is granted. Without a project, being granted in any is enough; without
   * an environment, in any environment of the project.
   */
  allows(permission: Permission, { project, environment }: PermissionPlace): boolean {
    if (permission === 'NONE' || this.root.has('ADMIN')) return true;
    if (REACH.get(permission) === 'root' || project === undefined) {
      return (
        this.root.has(permission) ||
        (project === undefined && this.anywhere(permission, environment))
      );
    }
    if (this.root.has(permission) && !this.closed.has(project)) return true;
    const here = this.inProjects.get(project) ?? [];
    return here.some((grant) => grant.permission === permission && covers(grant, environment));
  }

  /**
   * Ids of the projects in which a project role grants the permission, in all environments or in
   * one.
   */
  projectsWhere(permission: Permission): string[] {
    return [...this.inProjects].flatMap(([project, grants]) =>
      grants.some((grant) => grant.permission === permission) ? [project] : [],
    );
  }

  /** All granted permissions, each once per place; `ADMIN` alone means all. */
  get shown(): ShownPermission[] {
    if (this.root.has('ADMIN')) return [{ permission: 'ADMIN' }];
    const root = [...this.root].map((permission) => ({ permission: permission as RolePermission }));
    const all = [...root, ...[...this.inProjects.values()].flat()];
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  }

  private anywhere(permission: Permission, environment: string | undefined): boolean {
    const isIt = (grant: ShownPermission): boolean =>
      grant.permission === permission && (environment === undefined || covers(grant, environment));
    for (const grants of this.inProjects.values()) if (grants.some(isIt)) return true;
    return false;
  }
}

/** Whether a grant for one environment or for all covers an environment. */
function covers(grant: ShownPermission, environment: string | undefined): boolean {
  return grant.environment === undefined || grant.environment === environment;
}
