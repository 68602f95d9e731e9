import type { ForeignSnapshot } from './foreign-database.js';
import { groupedBy } from '../../../src/platform/database/grouped.js';
import type {
  ApiTokenRow,
  ApplicationRow,
  GroupRow,
  ProjectRoleRow,
  ProjectRow,
  RoleRow,
  UserRow,
} from './rows.js';
import { JsonRow } from './json-row.js';
import { hashOfSecret } from './plain-readers.js';
import {
  PERMISSIONS_BY_NAME,
  PERMISSIONS_BY_NUMBER,
  REAL_USERS,
  ROLES_IN_PROJECTS,
  ROLES_OF_GROUPS_IN_PROJECTS,
  ROOT_ROLES,
  rowsOf,
} from './unleash.sql.js';

/** What tables and columns the database has. */
export type Tables = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Reads kinds that consist of several tables. There are few enough rows of them to be in memory.
 */
export class JoinedReaders {
  constructor(
    private readonly snapshot: ForeignSnapshot,
    private readonly tables: Tables,
  ) {}

  async projects(): Promise<ProjectRow[]> {
    const settings = by('project', await this.read('project_settings'));
    const places = groupBy('project_id', await this.read('project_environments'));
    const projects = await this.read('projects', 'ORDER BY t.id');
    return projects.map((row) => {
      const id = row.required('id');
      const own = settings.get(id) ?? new JsonRow({});
      return {
        id,
        name: row.required('name'),
        description: row.text('description'),
        createdAt: row.time('created_at'),
        updatedAt: row.time('updated_at'),
        archivedAt: row.time('archived_at'),
        ...settingsOf(own),
        environments: (places.get(id) ?? []).map((place) => ({
          environment: place.required('environment_name'),
          defaultStrategy: place.json('default_strategy', null),
        })),
      };
    });
  }

  async roles(): Promise<RoleRow[]> {
    const isNamed = this.tables.get('role_permission')!.has('permission');
    const permissions = await this.snapshot.rows<{
      role: string;
      permission: string;
      environment: string | null;
    }>(isNamed ? PERMISSIONS_BY_NAME : PERMISSIONS_BY_NUMBER);
    const own = groupedBy(permissions, ({ role }) => role);
    const roles = await this.read('roles', 'ORDER BY t.id');
    return roles.map((row) => ({
      id: row.required('id'),
      name: row.required('name'),
      description: row.required('description'),
      type: row.required('type'),
      createdAt: row.time('created_at'),
      permissions: (own.get(row.required('id')) ?? []).map(({ permission, environment }) => ({
        permission,
        environment,
      })),
    }));
  }

  async users(): Promise<UserRow[]> {
    const roots = new Map(
      (await this.snapshot.rows<{ user: string; role: string }>(ROOT_ROLES)).map(
        ({ user, role }) => [user, role] as const,
      ),
    );
    const users = await this.read('users', `${REAL_USERS} ORDER BY t.id`);
    return users.map((row) => ({
      id: row.required('id'),
      kind: row.flag('is_service') ? 'service-account' : 'user',
      name: row.text('name'),
      username: row.text('username'),
      email: row.text('email')?.toLowerCase() ?? null,
      passwordHash: row.text('password_hash'),
      rootRole: roots.get(row.required('id')) ?? null,
      createdAt: row.time('created_at'),
      seenAt: row.time('seen_at'),
    }));
  }

  async groups(): Promise<GroupRow[]> {
    const members = groupBy('group_id', await this.read('group_user', 'ORDER BY t.created_at'));
    return (await this.read('groups', 'ORDER BY t.id')).map((row) => ({
      id: row.required('id'),
      name: row.required('name'),
      description: row.text('description'),
      createdBy: row.text('created_by'),
      createdAt: row.time('created_at'),
      rootRole: row.text('root_role_id'),
      mappingsSso: row.texts('mappings_sso'),
      members: (members.get(row.required('id')) ?? []).map((member) => ({
        user: member.required('user_id'),
        createdBy: member.text('created_by'),
        joinedAt: member.time('created_at'),
      })),
    }));
  }

  async projectRoles(): Promise<ProjectRoleRow[]> {
    type Found = Omit<ProjectRoleRow, 'addedAt'> & { addedAt: Date | null };
    const ofUsers = await this.snapshot.rows<Found>(ROLES_IN_PROJECTS);
    const ofGroups = this.tables.has('group_role')
      ? await this.snapshot.rows<Found>(ROLES_OF_GROUPS_IN_PROJECTS)
      : [];
    return [...ofUsers, ...ofGroups]
      .filter(({ project }) => project)
      .map((row) => ({ ...row, addedAt: row.addedAt?.toISOString() ?? null }));
  }

  async apiTokens(): Promise<ApiTokenRow[]> {
    const projects = groupBy('secret', await this.read('api_token_project'));
    const tokens = await this.read('api_tokens', 'ORDER BY t.created_at, t.secret');
    return tokens.map((row) => tokenOf(row, projects.get(row.required('secret')) ?? []));
  }

  async applications(): Promise<ApplicationRow[]> {
    const usage = groupBy('app_name', await this.read('client_applications_usage'));
    return (await this.read('client_applications', 'ORDER BY t.app_name')).map((row) => ({
      name: row.required('app_name'),
      createdAt: row.time('created_at'),
      seenAt: row.time('seen_at'),
      updatedAt: row.time('updated_at'),
      createdBy: row.text('created_by'),
      strategies: row.texts('strategies'),
      description: row.text('description'),
      url: row.text('url'),
      color: row.text('color'),
      icon: row.text('icon'),
      usage: (usage.get(row.required('app_name')) ?? []).map((place) => ({
        project: place.required('project'),
        environment: place.required('environment'),
      })),
    }));
  }

  /** The rows of a table; none when this version does not have it. */
  private async read(table: string, rest = ''): Promise<JsonRow[]> {
    if (!this.tables.has(table)) return [];
    const rows = await this.snapshot.rows<{ row: Record<string, unknown> }>(rowsOf(table, rest));
    return rows.map(({ row }) => new JsonRow(row));
  }
}

function settingsOf(
  row: JsonRow,
): Pick<
  ProjectRow,
  'mode' | 'defaultStickiness' | 'featureLimit' | 'featureNaming' | 'linkTemplates'
> {
  const pattern = row.text('feature_naming_pattern');
  return {
    mode: row.text('project_mode') ?? 'open',
    defaultStickiness: row.text('default_stickiness') ?? 'default',
    featureLimit: row.text('feature_limit') === null ? null : row.number('feature_limit', 0),
    featureNaming: pattern
      ? {
          pattern,
          example: row.text('feature_naming_example'),
          description: row.text('feature_naming_description'),
        }
      : null,
    linkTemplates: row.json('link_templates', []),
  };
}

function tokenOf(row: JsonRow, projects: readonly JsonRow[]): ApiTokenRow {
  const environment = row.text('environment');
  const names = projects.map((one) => one.required('project'));
  return {
    hash: hashOfSecret(row.required('secret')),
    name: row.text('token_name') ?? row.text('username') ?? 'unknown',
    type: row.required('type'),
    environment: environment === '*' ? null : environment,
    isForAll: names.length === 0 || names.includes('*'),
    projects: names.filter((name) => name !== '*'),
    alias: row.text('alias'),
    createdBy: row.text('created_by_user_id'),
    createdAt: row.time('created_at'),
    expiresAt: row.time('expires_at'),
    seenAt: row.time('seen_at'),
  };
}

const by = (column: string, rows: readonly JsonRow[]): Map<string, JsonRow> =>
  new Map(rows.map((row) => [row.required(column), row]));

/** The rows by a column. */
const groupBy = (column: string, rows: readonly JsonRow[]): Map<string, JsonRow[]> =>
  groupedBy(rows, (row) => row.required(column));
