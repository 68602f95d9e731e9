import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import { listAsCsv } from '../../../platform/http/csv.js';
import type { JsonParts } from '../../../platform/http/json.js';
import { type JsonList, listAsJson, type ListRow } from '../../../platform/http/json-list.js';
import { type PermissionReach, PERMISSIONS } from '../../../platform/http/permission.js';
import { Access, type AccessRow } from '../../../core/auth/permissions/access.js';
import type { AccountKind } from '../../people/user/user-writer.js';
import { unknownUser } from '../../people/user/user.read-model.js';
import type {
  AccessOverviewResponse,
  HeldPermissionResponse,
  PermissionPlaceDto,
  UserAccessResponse,
  UserPermissionsResponse,
} from './access-overview.dto.js';
import type { UserAndRoleResponse } from '../../people/user/user.response.js';
import type { RoleResponse } from '../../../core/auth/permissions/role.response.js';
import { IS_ACCOUNT, USER_AND_ROLE_JSON } from '../../people/user/user.sql.js';
import { ACCESS_JSON, IS_HELD } from '../../../core/auth/permissions/access.sql.js';
import { ROLE_JSON } from '../../../core/auth/permissions/role.sql.js';
import { statement } from '../../../platform/database/statement.js';

interface Row {
  user: UserAndRoleResponse;
  access: AccessRow;
  rootRole: RoleResponse | null;
  groupRootRoles: RoleResponse[];
  rolesInProjects: RoleResponse[];
  projectKnown: boolean;
  environmentKnown: boolean;
}

/** The permissions of a user or service account. */
const READ = statement<
  [id: number, kind: string, project: string | null, environment: string | null],
  Row
>(
  'access-overview.read',
  /* sql */ `
    SELECT ${USER_AND_ROLE_JSON} AS "user", a.access,
           (SELECT ${ROLE_JSON} FROM role r WHERE r.id = u.root_role_id) AS "rootRole",
           (SELECT COALESCE(jsonb_agg(DISTINCT ${ROLE_JSON}), '[]')
              FROM group_member m JOIN user_group g ON g.id = m.group_id
              JOIN role r ON r.id = g.root_role_id WHERE m.user_id = u.id) AS "groupRootRoles",
           (SELECT COALESCE(jsonb_agg(${ROLE_JSON}), '[]') FROM role r
             WHERE r.id IN (SELECT (held ->> 'role')::int
               FROM jsonb_array_elements(a.access -> 'projectRoles') held)) AS "rolesInProjects",
           $3::text IS NULL OR EXISTS (SELECT FROM project WHERE id = $3) AS "projectKnown",
           $4::text IS NULL OR EXISTS (SELECT FROM environment WHERE name = $4)
             AS "environmentKnown"
      FROM app_user u CROSS JOIN LATERAL (SELECT ${ACCESS_JSON} AS access OFFSET 0) a
     WHERE u.id = $1 AND u.kind = $2 AND u.deleted_at IS NULL`,
);

const OVERVIEW = statement<[], ListRow>(
  'access-overview.overview',
  /* sql */ `
    SELECT NULL AS head, json_build_object('userId', u.id, 'createdAt', iso8601(u.created_at),
             'userName', COALESCE(u.name, u.username), 'lastSeen', iso8601(u.seen_at),
             'accessibleProjects', projects.list, 'groups', groups.list,
             'rootRole', COALESCE(r.name, ''), 'userEmail', COALESCE(u.email, ''))::text AS item
      FROM app_user u LEFT JOIN role r ON r.id = u.root_role_id
      LEFT JOIN LATERAL (
        SELECT COALESCE(jsonb_agg(DISTINCT p.id), '[]') AS list FROM project p
         WHERE p.archived_at IS NULL AND p.id IN (
           SELECT h.project FROM project_user_role h WHERE h.user_id = u.id
           UNION ALL SELECT h.project FROM project_group_role h
             JOIN group_member m ON m.group_id = h.group_id WHERE m.user_id = u.id
           UNION ALL SELECT r.project FROM access_request r
            WHERE r.user_id = u.id AND ${IS_HELD})) projects
               ON true
      LEFT JOIN LATERAL (
        SELECT COALESCE(jsonb_agg(g.name ORDER BY g.name), '[]') AS list
          FROM group_member m JOIN user_group g ON g.id = m.group_id
          WHERE m.user_id = u.id) groups
            ON true
     WHERE ${IS_ACCOUNT} ORDER BY u.id`,
);

const COLUMNS = [
  'userId',
  'userName',
  'userEmail',
  'rootRole',
  'groups',
  'accessibleProjects',
  'lastSeen',
  'createdAt',
] as const satisfies readonly (keyof UserAccessResponse)[];

/** Reads permissions and access of users. */
@Injectable()
export class AccessOverviewReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The permissions in a place.
   * @throws NotFoundError when user, project or environment does not exist.
   */
  async permissions(
    id: number,
    kind: AccountKind,
    place: PermissionPlaceDto,
  ): Promise<UserPermissionsResponse> {
    const { project, environment } = place;
    const [row] = await this.database.run(READ, [id, kind, project ?? null, environment ?? null]);
    if (!row) throw unknownUser(id);
    if (!row.projectKnown) throw new NotFoundError(`There is no project "${project}".`);
    if (!row.environmentKnown) throw new NotFoundError(`There is no environment "${environment}".`);
    const { user, rootRole, groupRootRoles } = row;
    const access = new Access(row.access);
    const overview = {
      root: held(access, 'root', {}),
      project: held(access, 'project', { project }),
      environment: held(access, 'environment', { project, environment }),
    };
    const matrix = {
      ...overview,
      environment: environment ? overview.environment.map((one) => ({ environment, ...one })) : [],
    };
    return {
      overview,
      matrix,
      user,
      rootRole,
      groupRootRoles,
      projectRoles: rolesIn(row, project),
    };
  }

  async overview(reader: Reader): Promise<JsonList<AccessOverviewResponse>> {
    return listAsJson(await this.database.pagesFor(reader, OVERVIEW, []), 'overview');
  }

  async overviewCsv(reader: Reader): Promise<JsonParts<never>> {
    const pages = await this.database.pagesFor(reader, OVERVIEW, []);
    return listAsCsv<UserAccessResponse>(pages, COLUMNS);
  }
}

/** The roles that are held in a project, or in all, by project. */
function rolesIn({ access, rolesInProjects }: Row, wanted?: string): RoleResponse[] {
  return access.projectRoles
    .filter(({ project }) => (wanted ?? project) === project)
    .filter(({ project, role }, at, all) => {
      const former = all[at - 1]; // the same role, held for another time
      return former?.project !== project || former.role !== role;
    })
    .flatMap(({ project, role }) =>
      rolesInProjects.filter(({ id }) => id === role).map((one) => ({ ...one, project })),
    );
}

function held(
  access: Access,
  reach: PermissionReach,
  place: PermissionPlaceDto,
): HeldPermissionResponse[] {
  return PERMISSIONS.filter((entry) => entry.reach === reach).map(({ id, name, displayName }) => ({
    id,
    name,
    displayName,
    type: reach,
    hasPermission: access.allows(name, place),
  }));
}
