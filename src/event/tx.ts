import type {
  EntityManager,
  EntityTarget,
  ObjectLiteral,
  QueryDeepPartialEntity,
  Repository,
} from 'typeorm';
import type { Actor } from './actor.js';
import { type DomainEvent, isAboutAccess } from './event.types.js';

/** Something that happened, and who did it. */
export interface AuditEntry {
  actor: Actor;
  event: DomainEvent;
}

/** How many rows a statement writes at most. */
const PIECE = 200;
/** How many characters of JSON a statement writes, unless one row has more. */
const MOST_CHARACTERS = 1_000_000;

/**
 * The rows of events and, beside each feature's, who changed it last. One statement, however many
 * events there are. The tags are those the feature has at this moment; a feature that is gone has
 * no collaborators to note.
 */
const RECORD = /* sql */ `
  WITH happened AS (
    SELECT e.*, n FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS one(event, n),
           jsonb_to_record(one.event) AS e(type text, "createdBy" text, "createdByUserId" integer, "featureName" text, project text,
                                           environment text, address text, token jsonb, data jsonb, "preData" jsonb)
  ), recorded AS (
    INSERT INTO event (type, created_by, created_by_user_id, feature_name, project, environment, address, token, data, pre_data, tags)
    SELECT type, "createdBy", "createdByUserId", "featureName", project, environment, address, token, NULLIF(data, 'null'), NULLIF("preData", 'null'),
           COALESCE((SELECT jsonb_agg(jsonb_build_object('type', t.type, 'value', t.value) ORDER BY t.type, t.value)
                       FROM feature_tag t WHERE t.feature_name = happened."featureName"), '[]')
      FROM happened ORDER BY n
    RETURNING id, feature_name, created_by_user_id
  )
  INSERT INTO feature_collaborator (feature_name, user_id, last_event_id)
  SELECT r.feature_name, r.created_by_user_id, max(r.id) FROM recorded r JOIN feature f ON f.name = r.feature_name GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT ON CONSTRAINT feature_collaborator_pkey DO UPDATE SET last_event_id = excluded.last_event_id`;

/**
 * An open transaction and the one who asked for it: the only way to write. What it records commits
 * together with what it changes, or not at all.
 */
export class Tx {
  private readonly recorded: DomainEvent[] = [];

  constructor(
    private readonly manager: EntityManager,
    readonly actor: Actor,
  ) {}

  /** Whether the actor may know of a project. */
  sees(project: string): boolean {
    return !this.actor.hiddenProjects?.includes(project);
  }

  repo<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    return this.manager.getRepository(entity);
  }

  /** Inserts rows. @returns Their primary keys, in the same order. */
  async insert<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    rows: readonly QueryDeepPartialEntity<T>[],
  ): Promise<ObjectLiteral[]> {
    const keys: ObjectLiteral[] = [];
    for (const some of inPieces(rows))
      for (const key of (await this.repo(entity).insert(some)).identifiers) keys.push(key);
    return keys;
  }

  /** Runs SQL and answers its rows: those of a SELECT, or of what a write has RETURNING. */
  async query<T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    const result = await this.manager.queryRunner!.query(text, values, true);
    return (result.records ?? []) as T[];
  }

  /**
   * Writes events into the audit log, in this order. Never catches: without its event a change does
   * not happen.
   */
  record(...events: DomainEvent[]): Promise<void> {
    return this.recordAll(events);
  }

  /**
   * As {@link record}, for any number of events: so many arguments of a call as there may be would
   * not fit on the stack.
   */
  recordAll(events: readonly DomainEvent[]): Promise<void> {
    return this.recordEntries(events.map((event) => ({ actor: this.actor, event })));
  }

  /**
   * As {@link record}, for events of other actors than the one who opened the transaction: a
   * sign-in finds out within it who the user is.
   */
  async recordEntries(entries: readonly AuditEntry[]): Promise<void> {
    for (const some of inPieces(entries)) {
      for (const json of inTexts(some.map(rowOf))) await this.query(RECORD, [json]);
      for (const { event } of some) this.recorded.push(event);
    }
  }

  /** What has been recorded so far, for those who are told after the commit. */
  get events(): readonly DomainEvent[] {
    return this.recorded;
  }
}

/**
 * What one statement takes at once: PostgreSQL takes 65,535 parameters, and a text of many
 * megabytes would have to be held in one piece.
 */
function* inPieces<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += PIECE) yield rows.slice(start, start + PIECE);
}

/**
 * Rows as lists in JSON, each of about as many characters as one statement takes at most. Rows can
 * be large, whatever their number.
 */
function* inTexts(rows: readonly object[]): Generator<string> {
  let texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (texts.length > 0 && length + text.length > MOST_CHARACTERS) {
      yield `[${texts.join()}]`;
      [texts, length] = [[], 0];
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length > 0) yield `[${texts.join()}]`;
}

/** How an event is written down. */
function rowOf({ actor: { name, userId, address, token }, event }: AuditEntry): object {
  return {
    ...event,
    createdBy: name,
    createdByUserId: userId,
    token,
    ...(isAboutAccess(event) ? { address: plain(address) } : {}),
  };
}

/**
 * An address of IPv4, which is told as one of IPv6 where the service listens for both, as people
 * know it.
 */
function plain(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/, '');
}
