import { type FeatureSearch, featureSearchQuery } from '../feature-queries.js';

/** Filters, order and page of the list, as the address keeps them. */
export interface ListSearch {
  q?: string;
  project?: string;
  type?: string;
  tag?: string;
  stage?: string;
  state?: 'active' | 'stale' | 'potentially-stale';
  creator?: number;
  archived?: true;
  /** An environment in which they are on. */
  on?: string;
  /** Whether SDKs have asked for them, but not in the last 30 days. */
  unused?: true;
  sort?: string;
  desc?: true;
  page?: number;
}

export const PAGE_SIZE = 50;
const STATES = ['active', 'stale', 'potentially-stale'] as const;
/** The largest number of pages whose offset the API accepts without doubt. */
const MAX_PAGE = 1_000_000;

const text = (value: string | null): string | undefined => value?.slice(0, 200) || undefined;
const flag = (value: string | null): true | undefined => value === 'true' || undefined;
const whole = (value: string | null, from: number, to: number): number | undefined =>
  value !== null && /^\d{1,10}$/.test(value) && Number(value) >= from && Number(value) <= to
    ? Number(value)
    : undefined;

/** The search of an address; anything that makes no sense is left out. */
export function listSearchOf(search: URLSearchParams): ListSearch {
  const all: ListSearch = {
    q: text(search.get('q')),
    project: text(search.get('project')),
    type: text(search.get('type')),
    tag: text(search.get('tag')),
    stage: text(search.get('stage')),
    state: STATES.find((state) => state === search.get('state')),
    creator: whole(search.get('creator'), 1, 2 ** 31 - 1),
    archived: flag(search.get('archived')),
    on: text(search.get('on')),
    unused: flag(search.get('unused')),
    sort: text(search.get('sort')),
    desc: flag(search.get('desc')),
    page: whole(search.get('page'), 2, MAX_PAGE),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const UNUSED_MS = 30 * 86_400_000;

/** The day, in UTC, since when an unused feature was not asked for. */
const unusedSince = (): string => new Date(Date.now() - UNUSED_MS).toISOString().slice(0, 10);

/** The same in the language of the API. */
export function toFeatureSearch(search: ListSearch): FeatureSearch {
  const { q, project, type, tag, stage, state, creator, archived, on, unused } = search;
  const { sort, desc, page } = search;
  return {
    ...(q ? { query: q } : {}),
    ...(project ? { project: `IS:${project}` } : {}),
    ...(type ? { type: `IS:${type}` } : {}),
    ...(tag ? { tag: `INCLUDE:${tag}` } : {}),
    ...(stage ? { lifecycle: `IS:${stage}` } : {}),
    ...(state ? { state: `IS:${state}` } : {}),
    ...(creator ? { createdBy: `IS:${creator}` } : {}),
    ...(archived ? { archived: 'IS:true' } : {}),
    ...(on ? { status: [`${on}:enabled`] } : {}),
    ...(unused ? { lastSeenAt: `IS_BEFORE:${unusedSince()}` } : {}),
    favoritesFirst: 'true',
    sortBy: sort ?? 'name',
    sortOrder: desc ? 'desc' : 'asc',
    limit: PAGE_SIZE,
    offset: ((page ?? 1) - 1) * PAGE_SIZE,
  };
}

/** The first page of the list of all features, favorites first; the home page reads it, too. */
export const firstFeaturesQuery = featureSearchQuery(toFeatureSearch({}));
