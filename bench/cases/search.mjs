/** Rows of a page, as callers that page through usually want them. */
const PAGE = 50;
const DAY_MS = 86_400_000;
const CULPRITS_PATH = '/api/admin/search/culprits';

/**
 * Searches over HTTP, the first page compared with the tenth: the cost of a page must depend
 * neither on its position nor, between the small and the large instance, on the number of rows.
 * @param {string} name
 * @param {(draw: { project: string, feature: string }) => string} query The path, without paging.
 * @returns {import('../measure.mjs').Case}
 */
const searching = (name, query) => ({
  name,
  sides: ['page 1', 'page 10'],
  atOnce: 4,
  async prepare(site) {
    const { rows } = await site.pool.query(
      'SELECT project, name AS feature FROM feature WHERE archived_at IS NULL ORDER BY name',
    );
    const draw = () => rows[Math.floor(Math.random() * rows.length)];
    const page = (offset) => (caller) => async () =>
      void (await site.ask(caller, 'GET', `${query(draw())}&limit=${PAGE}&offset=${offset}`));
    return { callers: [page(0), page(9 * PAGE)] };
  },
});

/**
 * Searches for what caused something at a moment of the last 30 days, in all projects and in one.
 * @type {import('../measure.mjs').Case}
 */
const CULPRITS = {
  name: 'culprits of a moment',
  sides: ['all projects', 'one project'],
  atOnce: 4,
  async prepare(site) {
    const { rows } = await site.pool.query('SELECT id FROM project WHERE archived_at IS NULL');
    const moment = () => new Date(Date.now() - Math.random() * 30 * DAY_MS).toISOString();
    const project = () => `&project=${rows[Math.floor(Math.random() * rows.length)].id}`;
    const search = (where) => (caller) => async () =>
      void (await site.ask(caller, 'GET', `${CULPRITS_PATH}?at=${moment()}${where()}`));
    return { callers: [search(() => ''), search(project)] };
  },
};

const FEATURES = '/api/admin/search/features';
const EVENTS = '/api/admin/search/events';

export const SEARCH = [
  searching('features by name', () => `${FEATURES}?sortBy=name`),
  searching('features, newest first', () => `${FEATURES}?sortBy=createdAt&sortOrder=desc`),
  searching('features of a text', ({ feature }) => `${FEATURES}?query=${feature.slice(-4)}`),
  searching('features of a tag', () => `${FEATURES}?tag=INCLUDE:simple:tag-1`),
  searching('events', () => `${EVENTS}?`),
  searching('events of a project', ({ project }) => `${EVENTS}?project=IS:${project}`),
  searching('events of a type', () => `${EVENTS}?type=IS:feature-environment-enabled`),
  searching('events of an environment', () => `${EVENTS}?environment=IS:staging`),
  searching('events of a feature', ({ feature }) => `${EVENTS}?feature=IS:${feature}`),
  CULPRITS,
];
