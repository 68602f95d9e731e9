import {
  IdList,
  ListOf,
  Int,
  INT4_FROM_0,
} from '../../platform/http/validation/shape.decorators.js';

/** Assignments of one role in a project. */
export class RoleHoldersDto {
  /** Id of the role. */
  @Int(INT4_FROM_0)
  id: number;
  /** Ids of groups with the role; none when omitted. */
  @IdList({ optional: true, max: 10_000 })
  groups?: number[];
  /** Ids of users and service accounts with the role; none when omitted. */
  @IdList({ optional: true, max: 10_000 })
  users?: number[];
}

/** All role assignments of a project. */
export class ProjectAccessDto {
  /** Assignments by role; an omitted role is assigned to nobody. */
  @ListOf(() => RoleHoldersDto, { max: 1000 })
  roles: RoleHoldersDto[];
}

/** Roles to assign in a project. */
export class AddAccessDto {
  /** Ids of the roles; each is assigned to all given users and groups. */
  @IdList({ max: 1000 })
  roles: number[];
  /** Ids of groups. */
  @IdList({ max: 10_000 })
  groups: number[];
  /** Ids of users and service accounts. */
  @IdList({ max: 10_000 })
  users: number[];
}

/** The roles of a user or group in a project. */
export class HeldRolesDto {
  /** Ids of the roles; an empty list removes all. */
  @IdList({ max: 1000 })
  roles: number[];
}
