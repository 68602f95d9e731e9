import {
  PERMISSIONS,
  type Permission,
  type PermissionReach,
  type RolePermission,
} from '../../http/permission.js';
import { BUILT_IN_ROLES } from './role-permissions.js';

/**
 * Asked for as an environment: whether a permission is allowed in all of them. No environment has
 * this name.
 */
export const EVERY_ENVIRONMENT = '*';

/** Where a permission is asked for; a permission of the whole instance has no place. */
export interface PermissionPlace {
  project?: string | undefined;
  /** One environment, or {@link EVERY_ENVIRONMENT}. */
  environment?: string | undefined;
}

/** Something that a role of one's own allows: in all environments, or in one. */
export interface CustomGrant {
  role: number;
  permission: RolePermission;
  environment: string | null;
}

/** What decides over the rights of a user, as PostgreSQL tells it. */
export interface AccessRow {
  /** Ids of the root roles: the user's own, and those of the user's groups. */
  rootRoles: number[];
  /** The roles in projects, the user's own and those of the user's groups. */
  projectRoles: { project: string; role: number }[];
  /** What those of these roles allow that are not built in. */
  grants: CustomGrant[];
  /** Projects that are not open to everybody, and private ones that are gone. */
  closedProjects: { id: string; isPrivate: boolean }[];
}

/**
 * A permission of somebody, as it is shown: in all projects or in one, in all environments or in
 * one.
 */
export interface ShownPermission {
  permission: RolePermission;
  project?: string;
  environment?: string;
}

/** How far each permission reaches. */
export const REACH = new Map<Permission, PermissionReach>(
  PERMISSIONS.map(({ name, reach }) => [name, reach]),
);

/**
 * What somebody may do, and where: root roles count in the whole instance and in every open
 * project, project roles in their project.
 */
export class Access {
  private readonly root: ReadonlySet<Permission>;
  private readonly inProjects = new Map<string, ShownPermission[]>();
  private readonly closed: ReadonlySet<string>;
  private readonly hiddenByMode: readonly string[];

  constructor({ rootRoles, projectRoles, grants, closedProjects }: AccessRow) {
    const granted = (role: number): Pick<CustomGrant, 'permission' | 'environment'>[] =>
      BUILT_IN_ROLES.get(role)?.map((permission) => ({ permission, environment: null })) ??
      grants.filter((grant) => grant.role === role);
    this.root = new Set(rootRoles.flatMap(granted).map(({ permission }) => permission));
    for (const { project, role } of projectRoles) {
      const here = this.inProjects.get(project) ?? [];
      here.push(
        ...granted(role).map(({ permission, environment }) => ({
          permission,
          project,
          ...(environment === null ? {} : { environment }),
        })),
      );
      this.inProjects.set(project, here);
    }
    this.closed = new Set(closedProjects.map(({ id }) => id));
    const isHidden = ({ id, isPrivate }: { id: string; isPrivate: boolean }): boolean =>
      isPrivate && !this.inProjects.has(id);
    this.hiddenByMode = this.root.has('ADMIN')
      ? []
      : closedProjects.filter(isHidden).map(({ id }) => id);
  }

  /** Whether the user may do everything, everywhere. */
  get isUnlimited(): boolean {
    return this.root.has('ADMIN');
  }

  /**
   * Ids of the private projects in which the user has no role: of these the user gets to see
   * nothing.
   */
  get hidden(): readonly string[] {
    return this.hiddenByMode;
  }

  /** Whether the user may know of the project. */
  sees(project: string): boolean {
    return !this.hidden.includes(project);
  }

  /**
   * Whether something is allowed there. Asked without a project, it is enough to be allowed in any;
   * without an environment either, in any environment of it.
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
    return here.some((grant) => grant.permission === permission && isGoodIn(grant, environment));
  }

  /**
   * Ids of the projects in which a role of the project allows something, in all environments or in
   * one.
   */
  projectsWhere(permission: Permission): string[] {
    return [...this.inProjects].flatMap(([project, grants]) =>
      grants.some((grant) => grant.permission === permission) ? [project] : [],
    );
  }

  /** Everything that is allowed, each permission once for a place; `ADMIN` alone stands for all. */
  get shown(): ShownPermission[] {
    if (this.root.has('ADMIN')) return [{ permission: 'ADMIN' }];
    const root = [...this.root].map((permission) => ({ permission: permission as RolePermission }));
    const all = [...root, ...[...this.inProjects.values()].flat()];
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  }

  private anywhere(permission: Permission, environment: string | undefined): boolean {
    const isIt = (grant: ShownPermission): boolean =>
      grant.permission === permission &&
      (environment === undefined || isGoodIn(grant, environment));
    for (const grants of this.inProjects.values()) if (grants.some(isIt)) return true;
    return false;
  }
}

/**
 * Whether something that is allowed in one environment, or in all of them, is allowed in an
 * environment.
 */
function isGoodIn(grant: ShownPermission, environment: string | undefined): boolean {
  return grant.environment === undefined || grant.environment === environment;
}
