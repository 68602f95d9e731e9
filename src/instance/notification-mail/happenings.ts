import { Inject, Injectable } from '@nestjs/common';
import { WaitingAccessRequests } from '../../access/people/access-request/waiting-access-requests.js';
import { wordsOf } from '../../audit/audit-log/event/event-words.js';
import { withMoments } from '../../access/people/mail/moments.js';
import type { MailTexts } from '../../access/people/mail/mail-texts.js';
import { EventDescriber } from '../../audit/audit-log/event/event-describer.js';
import type { EventResponse } from '../../audit/audit-log/event/event.dto.js';
import { scopeOf } from '../../audit/audit-log/event/event-filter.js';
import { EventReadModel } from '../../audit/audit-log/event/event.read-model.js';
import { type Notification, NOTIFICATIONS } from '../../access/people/preference/preference.dto.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { EventOf } from '../../core/event/event.types.js';
import { Database } from '../../platform/database/database.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { payloadOf } from '../../core/event/event-payload.sql.js';
import { statement } from '../../platform/database/statement.js';

const request =
  payloadOf<EventOf<'change-request-sent-to-review' | 'change-request-reviewers-updated'>>();

/** Personal tokens that expire within this time concern their owner. */
const EXPIRES_SOON = "interval '336 hours'";

/** A change request whose review a user was asked for. */
interface WantedReview {
  id: number;
  project: string;
  /** Null when nobody gave it one. */
  title: string | null;
}

/** Reviews that a user was asked for within a time, and that are still wanted. */
const WANTED_REVIEWS = statement<[userId: number, since: Date, until: Date], WantedReview>(
  'happenings.wanted-reviews',
  /* sql */ `
    SELECT cr.id, cr.project, cr.title
      FROM change_request_reviewer w
      JOIN change_request cr ON cr.id = w.change_request_id
     WHERE w.user_id = $1 AND cr.state = 'In review'
       AND EXISTS (SELECT FROM event e
         WHERE e.project = cr.project AND ${request.text('data', 'changeRequestId')} = cr.id::text
           AND e.type IN ('change-request-sent-to-review', 'change-request-reviewers-updated')
           AND e.created_at > $2 AND e.created_at <= $3)
     ORDER BY cr.id`,
);

/** Names of a user's personal tokens whose expiry began to be near within a time. */
const EXPIRING_TOKENS = statement<
  [userId: number, since: Date, until: Date],
  { description: string; expiresAt: Date }
>(
  'happenings.expiring-tokens',
  /* sql */ `
    SELECT t.description, t.expires_at AS "expiresAt" FROM personal_token t
     WHERE t.user_id = $1 AND t.expires_at - ${EXPIRES_SOON} > $2
       AND t.expires_at - ${EXPIRES_SOON} <= $3
     ORDER BY t.expires_at`,
);

/** Decisions of a time, in live projects, about what a user asked for. */
const ACCESS_DECISIONS = statement<
  [userId: number, since: Date, until: Date],
  { project: string; role: string; isGiven: boolean }
>(
  'happenings.access-decisions',
  /* sql */ `
    SELECT r.project, role.name AS role, r.expires_at IS NOT NULL AS "isGiven"
      FROM access_request r JOIN role ON role.id = r.role_id
      JOIN project p ON p.id = r.project AND p.archived_at IS NULL
     WHERE r.user_id = $1 AND r.decided_at > $2 AND r.decided_at <= $3 ORDER BY r.id`,
);

/** The kinds of notifications of which no events tell. */
type OtherKind = {
  [Kind in Notification]: (typeof NOTIFICATIONS)[Kind]['events'] extends readonly [] ? Kind : never;
}[Notification];

/** No more events are read for one mail. */
const MOST_EVENTS = 200;

/** Something that happened, with the page where something can be done about it. */
interface Happening {
  kind: Notification;
  text: string;
  address: string;
}

interface Question {
  kinds: readonly string[];
  since: Date;
  until: Date;
  /** In the language of the person. */
  texts: MailTexts;
}

/** Finds what happened that concerns a person. */
@Injectable()
export class Happenings {
  constructor(
    private readonly database: Database,
    private readonly events: EventReadModel,
    private readonly describer: EventDescriber,
    private readonly waiting: WaitingAccessRequests,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  private readonly others: Record<
    OtherKind,
    (person: Caller, question: Question) => Promise<Happening[]>
  > = {
    review: (person, question) => this.reviews(person, question),
    access: (person, question) => this.access(person, question),
    token: (person, question) => this.tokens(person, question),
  };

  /** What the person may see of these kinds, after one moment and until another. */
  async find(person: Caller, question: Question, stopping: AbortSignal): Promise<Happening[]> {
    const found: Happening[][] = [];
    for (const [kind, find] of Object.entries(this.others))
      if (question.kinds.includes(kind)) found.push(await find(person, question));
    return [...found.flat(), ...(await this.happened(person, question, stopping))];
  }

  private async happened(
    person: Caller,
    { kinds, since, until, texts }: Question,
    stopping: AbortSignal,
  ): Promise<Happening[]> {
    const kindOf = new Map<string, Notification>();
    for (const [kind, { events }] of Object.entries(NOTIFICATIONS))
      if (kinds.includes(kind)) events.forEach((type) => kindOf.set(type, kind as Notification));
    if (kindOf.size === 0) return [];
    // The search knows the first moment, and the moment before which events are.
    const [from, to] = [new Date(since.getTime() + 1), new Date(until.getTime() + 1)];
    const filter = { types: [...kindOf.keys()], from, to, ...scopeOf(person) };
    const reader = { key: `notifications ${person.userId}`, left: stopping };
    const { events } = await this.events.search(filter, { offset: 0, limit: MOST_EVENTS }, reader);
    const words = await wordsOf(texts.language);
    return events.map((event) => ({
      kind: kindOf.get(event.type)!,
      text: withMoments(
        withoutMarkdown(this.describer.describe(event, words).summary),
        texts.language,
      ),
      address: this.addressOf(event),
    }));
  }

  private addressOf({ type, project, featureName }: EventResponse): string {
    if (project === null || featureName === null)
      return this.address(type.startsWith('change-request') ? 'change-requests' : 'audit');
    const page = this.address('projects', project, 'features', featureName);
    return type.startsWith('schedule') ? `${page}?section=schedules` : page;
  }

  private async reviews(person: Caller, { since, until, texts }: Question): Promise<Happening[]> {
    const { review, untitled } = texts.notifications;
    const wanted = await this.database.run(WANTED_REVIEWS, [person.userId, since, until]);
    return wanted
      .filter(({ project }) => person.sees(project))
      .map(({ id, project, title }) => ({
        kind: 'review',
        text: review(title ?? untitled(id)),
        address: this.address('projects', project, 'change-requests', `${id}`),
      }));
  }

  /** Requests that wait for the person, and decisions about theirs. */
  private async access(person: Caller, period: Question): Promise<Happening[]> {
    const { since, until } = period;
    const { wish, decision } = period.texts.notifications;
    const wishes = await this.waiting.of(person, period);
    const decisions = await this.database.run(ACCESS_DECISIONS, [person.userId, since, until]);
    const shared = { kind: 'access', address: this.address('access-requests') } as const;
    return [
      ...wishes.map((one) => ({ ...shared, text: wish(one) })),
      ...decisions.map(({ role, project, isGiven }) => ({
        ...shared,
        text: decision(role, project, isGiven),
      })),
    ];
  }

  private async tokens(
    { userId }: Caller,
    { since, until, texts }: Question,
  ): Promise<Happening[]> {
    const expiring = await this.database.run(EXPIRING_TOKENS, [userId, since, until]);
    return expiring.map(({ description, expiresAt }) => ({
      kind: 'token',
      text: texts.notifications.token(description, expiresAt),
      address: this.address('profile', 'tokens'),
    }));
  }

  private address(...parts: string[]): string {
    return `${this.config.publicUrl}/${parts.map(encodeURIComponent).join('/')}`;
  }
}

const MARKDOWN = /\\(.)|\[((?:\\.|[^\]\\])*)\]\([^)]*\)|\*/g;

/** The text of a sentence in Markdown, without emphasis and addresses. */
function withoutMarkdown(sentence: string): string {
  return sentence.replace(
    MARKDOWN,
    (_, escaped: string | undefined, link: string | undefined) =>
      escaped ?? (link === undefined ? '' : withoutMarkdown(link)),
  );
}
