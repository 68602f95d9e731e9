import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { plainSentence } from '../../audit/audit/without-markdown.js';
import { changeRequestPath } from '../../governance/change-requests/change-request-path.js';
import { featurePath } from '../../flags/features/feature-path.js';
import { notificationTexts as texts } from '../../../texts/notifications.js';

/** Of what people are notified. */
export type Kind = Schemas['NotificationKindResponse']['kind'];

/** Something that may concern the person. */
export interface Notification {
  key: string;
  kind: Kind;
  /** Since when it concerns the person. */
  at: string;
  text: string;
  /** The page where the person can do something about it. */
  to: string;
}

export type Settings = Schemas['NotificationSettingResponse'];

const DAY_MS = 86_400_000;
const DAYS = 14;
/** The newest events and reviews that are read. */
export const MOST = 50;
/** Everybody's console asks, so it asks seldom. */
const PAUSE_MS = 300_000;

/** Of what the person wants to be notified, and until when they have seen it. */
export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }): Promise<Settings> =>
    bodyOf(api.GET('/api/admin/user/notification-settings', { signal })),
});

/** Everything of the last days that may concern a person, newest first. */
export const notificationsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['notifications', userId],
    staleTime: PAUSE_MS,
    refetchInterval: PAUSE_MS,
    queryFn: async ({ signal, client }): Promise<Notification[]> => {
      const kinds = client.ensureQueryData(settingsQuery).then((settings) => settings.kinds);
      const others = Object.values(OTHERS).map((find) => find?.(signal, userId) ?? []);
      const parts = await Promise.all([happened(kinds, signal), ...others]);
      return parts.flat().sort((a, b) => b.at.localeCompare(a.at));
    },
  });

/** How each kind is found of which no events tell. */
const OTHERS: Record<
  Kind,
  ((signal: AbortSignal, userId: number) => Promise<Notification[]>) | null
> = {
  ...{ review: reviews, access, token: tokens },
  ...{ failure: null, safeguard: null, stale: null },
};

/** Those that the settings leave, and how many of them are new. */
export function chosenOf(all: readonly Notification[], { muted, seenUntil }: Settings) {
  const chosen = all
    .filter(({ kind }) => !muted.includes(kind))
    .map((one) => ({ ...one, isNew: !seenUntil || one.at > seenUntil }));
  return { chosen, fresh: chosen.filter(({ isNew }) => isNew).length };
}

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

async function happened(
  kinds: Promise<Settings['kinds']>,
  signal: AbortSignal,
): Promise<Notification[]> {
  const kindOf = new Map(
    (await kinds).flatMap(({ kind, events }) => events.map((type) => [type, kind] as const)),
  );
  const type = `IS_ANY_OF:${[...kindOf.keys()].join(',')}`;
  const query = { from: `IS:${daysAgo(DAYS)}`, type, limit: MOST };
  const answer = api.GET('/api/admin/search/events', { params: { query }, signal });
  return (await bodyOf(answer)).events.map((event) => ({
    key: `event ${event.id}`,
    kind: kindOf.get(event.type)!,
    at: event.createdAt,
    text: plainSentence(event.summary) || event.label || event.type,
    to: pathOf(event),
  }));
}

/** Where to look at what an event is about. */
function pathOf({ type, project, featureName }: Schemas['DescribedEventResponse']): string {
  if (!project || !featureName) return /^change-request/.test(type) ? '/change-requests' : '/audit';
  const section = type.startsWith('schedule') ? '?section=schedules' : '';
  return featurePath(project, featureName) + section;
}

async function reviews(signal: AbortSignal, userId: number): Promise<Notification[]> {
  const query = { state: 'IS:open' as const, requestedApproverId: `IS:${userId}`, limit: MOST };
  const answer = api.GET('/api/admin/search/change-requests', { params: { query }, signal });
  return (await bodyOf(answer)).changeRequests
    .filter(({ state }) => state === 'In review')
    .map(({ id, project, title, createdAt }) => ({
      key: `review ${project} ${id}`,
      kind: 'review',
      at: createdAt,
      text: texts.review(title),
      to: changeRequestPath(project, id),
    }));
}

/** Requests that wait for the person, and decisions about theirs. */
async function access(signal: AbortSignal): Promise<Notification[]> {
  const answer = bodyOf(api.GET('/api/admin/access-requests', { signal }));
  const { own, waiting } = await answer;
  const shared = { kind: 'access', to: '/access-requests' } as const;
  const decided = own.flatMap(({ id, role, project, decidedAt: at, expiresAt }) =>
    at !== null && at > daysAgo(DAYS)
      ? {
          ...shared,
          key: `access ${id}`,
          at,
          text: texts.decided(role, project, expiresAt !== null),
        }
      : [],
  );
  return [
    ...decided,
    ...waiting.map(({ id, user, role, project, reason, isEmergency, createdAt: at }) => ({
      ...shared,
      ...{ key: `wish ${id}`, at, text: texts.wish({ user, role, project, reason, isEmergency }) },
    })),
  ];
}

/** Personal tokens that expire within some days; so many days before, that begins to concern. */
async function tokens(signal: AbortSignal): Promise<Notification[]> {
  const { pats } = await bodyOf(api.GET('/api/admin/user/tokens', { signal }));
  return pats.flatMap(({ id, description, expiresAt }) => {
    const since = new Date(Date.parse(expiresAt) - DAYS * DAY_MS);
    if (since.getTime() > Date.now()) return [];
    const text = texts.token(description);
    const at = since.toISOString();
    return [{ key: `token ${id}`, kind: 'token', at, text, to: '/profile/tokens' } as const];
  });
}
