import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import { listAsCsv } from '../../../platform/http/csv.js';
import type { JsonParts } from '../../../platform/http/json.js';
import { type JsonList, listAsJson } from '../../../platform/http/json-list.js';
import { PERMISSIONS, type PermissionReach } from '../../../platform/http/permission.js';
import { Access } from '../../../core/auth/permissions/access.js';
import type { AccountKind } from '../../people/user/user-writer.js';
import { unknownUser } from '../../people/user/user.read-model.js';
import type {
  AccessOverviewResponse,
  HeldPermissionResponse,
  PermissionPlaceDto,
  UserAccessResponse,
  UserPermissionsResponse,
} from './access-overview.dto.js';
import { READ, OVERVIEW } from './access-overview.sql.js';

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
    const { user, rootRole, groupRootRoles, projectRoles } = row;
    const access = new Access(row.access);
    const overview = {
      root: held(access, 'root', {}),
      project: held(access, 'project', { project }),
      environment: held(access, 'environment', { project, environment }),
    };
    return { overview, matrix: overview, user, rootRole, groupRootRoles, projectRoles };
  }

  async overview(reader: Reader): Promise<JsonList<AccessOverviewResponse>> {
    return listAsJson(await this.database.pagesFor(reader, OVERVIEW, []), 'overview');
  }

  async overviewCsv(reader: Reader): Promise<JsonParts<never>> {
    const pages = await this.database.pagesFor(reader, OVERVIEW, []);
    return listAsCsv<UserAccessResponse>(pages, COLUMNS);
  }
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
