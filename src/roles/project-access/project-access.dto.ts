import { IdList, ListOf, Int, INT4_FROM_0 } from '../../http/validation/shape.decorators.js';

/** Who has a role in a project. */
export class RoleHoldersDto {
  /** Id of the role. */
  @Int(INT4_FROM_0)
  id: number;
  /** Ids of the groups that have it; none when left out. */
  @IdList({ optional: true, max: 10_000 })
  groups?: number[];
  /** Ids of the users and service accounts that have it; none when left out. */
  @IdList({ optional: true, max: 10_000 })
  users?: number[];
}

/** All who have a role in a project. */
export class ProjectAccessDto {
  /** Who has which role; a role that is left out is nobody's. */
  @ListOf(() => RoleHoldersDto, { max: 1000 })
  roles: RoleHoldersDto[];
}

/** Who is given which roles in a project. */
export class AddAccessDto {
  /** Ids of the roles, each of which is given to all of them. */
  @IdList({ max: 1000 })
  roles: number[];
  /** Ids of groups. */
  @IdList({ max: 10_000 })
  groups: number[];
  /** Ids of users and service accounts. */
  @IdList({ max: 10_000 })
  users: number[];
}

/** The roles that somebody is to have in a project. */
export class HeldRolesDto {
  /** Ids of the roles; an empty list takes all away. */
  @IdList({ max: 1000 })
  roles: number[];
}
