import { TOKEN_SORT_KEYS } from '../../src/access/api-token/token.dto.js';
import { SEARCH as SEARCH_TOKENS } from '../../src/access/api-token/token.sql.js';
import type { EventFilter } from '../../src/audit/audit-log/event/event-filter.js';
import { SEARCH as SEARCH_EVENTS } from '../../src/audit/audit-log/event/event.sql.js';
import { VISIBLE_EVENT_CREATORS } from '../../src/audit/audit-log/event/event.read-model.js';
import { EVENT_WITH_SEAL } from '../../src/audit/audit-log/seal/checkpoint.sql.js';
import type { VisibleEvents } from '../../src/audit/audit-log/event/visible-events.js';
import { COUNT_ROWS, LOCK_TABLES } from '../../admin/backup/contents.sql.js';
import type { AssembledStatement } from '../../src/platform/database/statement.js';
import type { FeatureSearchQuery } from '../../src/flags/feature/search/feature-search.dto.js';
import { SEARCH as SEARCH_FEATURES } from '../../src/flags/feature/search/feature-search.sql.js';
import { LIST as LIST_SCHEDULES } from '../../src/governance/schedule/schedule.sql.js';
import { LIST_GROUPS, LIST_USERS } from '../../src/access/people/directory/directory.sql.js';
import { parseFilter } from '../../src/access/people/directory/scim-filter.js';
import { GROUP_SORT_KEYS } from '../../src/access/people/group/group.dto.js';
import { SEARCH as SEARCH_GROUPS } from '../../src/access/people/group/group.sql.js';
import { USER_SORT_KEYS } from '../../src/access/people/user/user.dto.js';
import { SEARCH_USERS as SEARCH_USERS } from '../../src/access/people/user/user.sql.js';
import { SEGMENT_SORT_KEYS } from '../../src/flags/segment/segment.dto.js';
import { SEARCH as SEARCH_SEGMENTS } from '../../src/flags/segment/segment.sql.js';
import { READ_CHANGE, READ_EVENT } from '../../src/safety/undo/undo.sql.js';
import { ANALYZE_TABLE } from '../../src/instance/operations/operations.sql.js';
import {
  DIFFERENCES,
  KEPT_COUNTS,
  REPAIR,
} from '../../src/instance/operations/counts/counts.sql.js';

const CALLER = { userId: 1, hiddenProjects: ['hidden'] };
const NOT_FILTERED: FeatureSearchQuery = {};
const FILTERED: FeatureSearchQuery = {
  query: 'one,two',
  project: 'IS:default',
  state: 'IS_ANY_OF:active,stale,potentially-stale',
  type: 'IS_NOT:release',
  createdBy: 'IS_NONE_OF:1,2',
  tag: 'INCLUDE_ALL_OF:simple:a,simple:b',
  segment: 'EXCLUDE_IF_ANY_OF:one,two',
  status: ['production:enabled', 'development:disabled'],
  lifecycle: 'IS:live',
  createdAt: 'IS_ON_OR_AFTER:2026-01-01',
  lastSeenAt: 'IS_BEFORE:2026-12-31',
  archived: 'IS:true',
  offset: '10',
  limit: '20',
  favoritesFirst: 'true',
};
const ORDERS = ['name', 'type', 'stale', 'lastSeenAt', 'favorite', 'lifecycle', 'createdAt'];

const SOME_VISIBLE: VisibleEvents = {
  types: ['feature-created', 'feature-updated'],
  ofProjects: { types: ['api-token-created'], projects: ['default'] },
  ofTokens: { types: ['api-token-used'], tokenTypes: ['client'], projects: ['default'] },
};
const NONE_VISIBLE: VisibleEvents = {
  types: [],
  ofProjects: { types: [], projects: [] },
  ofTokens: { types: [], tokenTypes: [], projects: [] },
};
const EVERYTHING: EventFilter = {
  features: ['a', 'b'],
  projects: ['default'],
  types: ['feature-created'],
  environments: ['production'],
  creators: [1],
  from: new Date('2026-01-01'),
  to: new Date('2026-01-31'),
  text: { wanted: 'word', types: ['feature-created'] },
  hiddenProjects: ['hidden'],
  visible: SOME_VISIBLE,
};
/**
 * Each criterion alone, none, and all of them, because a single one may be counted from a tally.
 */
const FILTERS: EventFilter[] = [
  {},
  ...Object.entries(EVERYTHING).map(([name, value]) => ({ [name]: value })),
  ...Object.keys(EVERYTHING).map((name) => ({ ...EVERYTHING, [name]: undefined })),
  EVERYTHING,
];

const SCHEDULES = {
  hiddenProjects: ['hidden'],
  projectId: 'default',
  featureName: 'a',
  environment: 'production',
  state: 'pending',
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-31T00:00:00Z',
};

/** Representative texts of each dynamic statement: with all optional parts, and with none. */
export const DYNAMIC_VARIANTS: readonly AssembledStatement<object>[] = [
  SEARCH_FEATURES(NOT_FILTERED, { ...CALLER, hiddenProjects: [] }),
  SEARCH_FEATURES(FILTERED, CALLER),
  ...[...ORDERS, 'environment:production'].flatMap((sortBy) => [
    SEARCH_FEATURES({ sortBy, sortOrder: 'asc' }, CALLER),
    SEARCH_FEATURES({ ...FILTERED, sortBy, sortOrder: 'desc' }, CALLER),
  ]),
  ...FILTERS.flatMap((filter) => [
    SEARCH_EVENTS(filter, { offset: 0, limit: 10 }),
    SEARCH_EVENTS(filter, { offset: 100_000, limit: 10 }),
  ]),
  VISIBLE_EVENT_CREATORS([], SOME_VISIBLE),
  VISIBLE_EVENT_CREATORS([], NONE_VISIBLE),
  VISIBLE_EVENT_CREATORS(['hidden'], undefined),
  VISIBLE_EVENT_CREATORS(['hidden'], SOME_VISIBLE),
  LIST_SCHEDULES({ hiddenProjects: [] }, 10, 0),
  LIST_SCHEDULES({ hiddenProjects: [], state: 'open' }, 10, 0),
  LIST_SCHEDULES(SCHEDULES, 10, 0),
  ...USER_SORT_KEYS.flatMap((sortBy) => [
    SEARCH_USERS({ offset: 0, limit: 50, sortBy }),
    SEARCH_USERS({ query: 'ann', offset: 0, limit: 50, sortBy, sortOrder: 'desc' }),
  ]),
  LIST_USERS({ filter: undefined, offset: 0, limit: 200 }, false),
  ...[
    'userName eq "a" or emails[type eq "work"].value co "b" and not (active eq false)',
    'externalId eq "a" and groups.value eq "7" and meta.created gt "2026-01-01T00:00:00Z"',
  ].map((filter) => LIST_USERS({ filter: parseFilter(filter), offset: 0, limit: 200 }, true)),
  LIST_GROUPS({ filter: undefined, offset: 0, limit: 200 }, false),
  LIST_GROUPS(
    { filter: parseFilter('displayName sw "a" and members eq "7"'), offset: 0, limit: 10 },
    true,
  ),
  ...TOKEN_SORT_KEYS.flatMap((sortBy) => [
    SEARCH_TOKENS({ offset: 0, limit: 50, sortBy }, { types: ['client'], hiddenProjects: [] }),
    SEARCH_TOKENS(
      { query: 'shop', offset: 0, limit: 50, sortBy, sortOrder: 'desc' },
      { types: ['client', 'admin'], hiddenProjects: ['hidden'] },
    ),
  ]),
  ...GROUP_SORT_KEYS.flatMap((sortBy) => [
    SEARCH_GROUPS({ offset: 0, limit: 50, sortBy }),
    SEARCH_GROUPS({ query: 'team', offset: 0, limit: 50, sortBy, sortOrder: 'desc' }),
  ]),
  ...SEGMENT_SORT_KEYS.flatMap((sortBy) => [
    SEARCH_SEGMENTS({ offset: 0, limit: 50, sortBy }, []),
    SEARCH_SEGMENTS({ query: 'eu', offset: 0, limit: 50, sortBy, sortOrder: 'desc' }, ['hidden']),
  ]),
  EVENT_WITH_SEAL(1, undefined, []),
  EVENT_WITH_SEAL(1, NONE_VISIBLE, []),
  EVENT_WITH_SEAL(1, SOME_VISIBLE, ['hidden']),
  ...[undefined, NONE_VISIBLE, SOME_VISIBLE].flatMap((visible) => [
    READ_EVENT(1, visible, visible ? ['hidden'] : []),
    READ_CHANGE('1', '2026-01-01', visible, visible ? ['hidden'] : []),
  ]),
  ...KEPT_COUNTS.map((count) => DIFFERENCES(count, 20)),
  ...['event', 'feature'].map((table) => COUNT_ROWS(table)),
  ...['event', 'feature'].map((table) => ANALYZE_TABLE(table)),
  ...[['event'], ['event', 'feature']].map((tables) => LOCK_TABLES(tables)),
  ...KEPT_COUNTS.flatMap(({ repair }) => repair.map((step) => REPAIR(step))),
];
