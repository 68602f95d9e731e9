import { type ClientToken, MoveInError, type MoveSource } from './source.js';
import type { DependencyRow, EventRow, Kind, ProjectRow, RoleRow, Rows } from './rows.js';
import { EVERYTHING, readExported, searchFeatures } from './api-features.js';
import * as Read from './api-readers.js';
import type { JsonRow } from './json-row.js';
import { UnleashApi } from './unleash-api.js';

const PAGE = 1_000;

/** What the API does not give, and what to do about it. */
const UNREADABLE = [
  'passwords: users choose one with a password link, or use --database',
  'personal tokens: their users create new ones, or use --database',
  'custom roles, groups, roles in projects and service accounts',
  'favorites, SDK instances and hours of usage',
  'who created features, and when they entered earlier stages',
];

/** The built-in roles, which have the same ids in every Unleash. */
const ROLES = ['Admin', 'Editor', 'Viewer'];

/** Lists that are read with one request: path, property, and how an item becomes a row. */
const LISTS: { readonly [K in Kind]?: readonly [string, string, (row: JsonRow) => Rows[K]] } = {
  environments: ['/environments', 'environments', Read.environmentOf],
  tagTypes: ['/tag-types', 'tagTypes', Read.tagTypeOf],
  tags: ['/tags', 'tags', (row) => ({ type: row.required('type'), value: row.required('value') })],
  contextFields: ['/context', 'items', Read.contextFieldOf],
  strategies: ['/strategies', 'strategies', Read.strategyOf],
  segments: ['/segments', 'segments', Read.segmentOf],
  users: ['/user-admin', 'users', Read.userOf],
  applications: ['/metrics/applications', 'applications', Read.applicationOf],
  apiTokens: ['/api-tokens', 'tokens', Read.tokenOf],
};

/** Reads what the administration API of Unleash 6 or 7 gives. */
export class ApiSource implements MoveSource {
  readonly unreadable = UNREADABLE;
  /** Found while features are exported. */
  private readonly dependencies: DependencyRow[] = [];

  private constructor(
    private readonly api: UnleashApi,
    readonly id: string,
    readonly description: string,
  ) {}

  /** @throws MoveInError when it does not answer, or is no Unleash 6 or 7. */
  static async of(url: string, token: string): Promise<ApiSource> {
    const api = new UnleashApi(url, token);
    const config = await api.get('/ui-config');
    const versions = config.part('versionInfo');
    const id = versions.text('instanceId');
    const version = config.text('version') ?? versions.part('current').text('oss') ?? '';
    if (!id || !/^[67]\./.test(version))
      throw new MoveInError(
        `${url} is Unleash ${version || 'of an unknown version'}. Versions 6 and 7 can be moved.`,
      );
    return new ApiSource(api, id, `API of version ${version}`);
  }

  async count(kind: Kind): Promise<number | undefined> {
    if (kind !== 'features') return undefined;
    const total = async (query: Record<string, string>): Promise<number> =>
      (await this.api.get('/search/features', { ...query, limit: 1 })).number('total', 0);
    return (await total({})) + (await total({ archived: 'IS:true' }));
  }

  pages<K extends Kind>(kind: K, afterEvent: number): AsyncIterable<readonly Rows[K][]> {
    const pages = LISTS[kind] ? this.list(kind) : this.others(kind, afterEvent);
    return pages as AsyncIterable<Rows[K][]>;
  }

  private async *list<K extends Kind>(kind: K): AsyncGenerator<Rows[K][]> {
    const [path, property, read] = LISTS[kind]!;
    const found = await this.api.find(path);
    if (found) yield found.rows(property).map((row) => read(row) as Rows[K]);
  }

  private async *others(kind: Kind, afterEvent: number): AsyncGenerator<readonly unknown[]> {
    if (kind === 'projects') yield await this.projects();
    else if (kind === 'roles') yield rootRoles();
    else if (kind === 'features')
      yield* readExported(this.api, await this.environmentNames(), this.dependencies);
    else if (kind === 'dependencies') yield this.dependencies;
    else if (kind === 'events') yield* this.events(afterEvent);
  }

  private async environmentNames(): Promise<string[]> {
    const found = await this.api.get('/environments');
    return found.rows('environments').map((one) => one.required('name'));
  }

  /** The open-source edition lists one project, but its features can be in others. */
  private async projects(): Promise<ProjectRow[]> {
    const listed = new Map<string, JsonRow | undefined>();
    for (const archived of ['false', 'true'])
      for (const row of (await this.api.get('/projects', { archived })).rows('projects'))
        listed.set(row.required('id'), row);
    for (const query of EVERYTHING)
      for await (const features of searchFeatures(this.api, query))
        for (const one of features) {
          const id = one.text('project') ?? 'default';
          if (!listed.has(id)) listed.set(id, undefined);
        }
    const projects: ProjectRow[] = [];
    for (const [id, row] of listed) {
      const overview = await this.api.find(`/projects/${encodeURIComponent(id)}/overview`);
      if (overview) projects.push(Read.projectOf(id, row ?? overview, overview));
    }
    return projects;
  }

  /**
   * Events from the oldest to the newest. Offsets count from the newest, so new events repeat some
   * that were read before, which are left out.
   */
  private async *events(afterEvent: number): AsyncGenerator<EventRow[]> {
    const total = (await this.api.get('/search/events', { limit: 1 })).number('total', 0);
    let last = afterEvent;
    for (let end = total; end > 0; end -= PAGE) {
      const offset = Math.max(0, end - PAGE);
      const events = await this.newest(offset, end - offset);
      const fresh = events.filter(({ id }) => id > last).sort((a, b) => a.id - b.id);
      last = fresh.at(-1)?.id ?? last;
      if (fresh.length > 0) yield fresh;
    }
  }

  /** Newest events. A page can be shorter than asked for, if Unleash gives fewer at once. */
  private async newest(offset: number, limit: number): Promise<EventRow[]> {
    const events: EventRow[] = [];
    while (events.length < limit) {
      const page = { offset: offset + events.length, limit: limit - events.length };
      const rows = (await this.api.get('/search/events', page)).rows('events');
      if (rows.length === 0) break;
      for (const row of rows) events.push(Read.eventOf(row));
    }
    return events;
  }

  async clientTokens(): Promise<ClientToken[]> {
    const tokens = (await this.api.get('/api-tokens')).rows('tokens');
    return tokens
      .filter((row) => ['client', 'backend'].includes(row.required('type').toLowerCase()))
      .filter((row) => (row.time('expiresAt') ?? '9') > new Date().toISOString())
      .map((row) => ({
        environment: row.required('environment'),
        isForAll: row.texts('projects').includes('*'),
        secret: row.required('secret'),
      }));
  }
}

function rootRoles(): RoleRow[] {
  return ROLES.map((name, n) => ({
    id: String(n + 1),
    name,
    description: '',
    type: 'root',
    createdAt: null,
    permissions: [],
  }));
}
