import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { Mailer } from '../mail/mailer.js';
import { Database } from '../../../platform/database/database.js';
import {
  BadDataError,
  ExceedsLimitError,
  ForbiddenError,
  NotFoundError,
} from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import {
  type FeatureColumnsDto,
  type FeatureViewDto,
  type FeatureViewResponse,
  type FeatureViewsResponse,
  type LanguageDto,
  type NotificationSettingDto,
  type NotificationSettingResponse,
  NOTIFICATIONS,
} from './preference.dto.js';
import {
  ADD_VIEW,
  CHANGE_NOTIFICATIONS,
  CHOOSE_COLUMNS,
  CHOOSE_LANGUAGE,
  COUNT_VIEWS,
  DELETE_VIEW,
  FORGET_COLUMNS,
  LIST_VIEWS,
  READ_NOTIFICATIONS,
  UPDATE_VIEW,
} from './preference.sql.js';

/** Maximum number of views of one user. */
const MAX_VIEWS = 50;
const MAX_COLUMN_CHARACTERS = 120;

/** Refusals of callers who are not users. */
const ABOUT_VIEWS =
  'Views and columns belong to users, and an admin token is not a user. Sign in to save.';
const ABOUT_LANGUAGE = 'An admin token is not a user, and gets no mails.';
const ABOUT_NOTIFICATIONS = 'An admin token is not a user, and is notified of nothing.';

/**
 * How users look at the list of features, what they want to be notified of, and in which language.
 * It concerns nobody else, so nobody else can read it, and nothing is recorded in the audit log.
 */
@Injectable()
export class PreferenceService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly mailer: Mailer,
  ) {}

  /** The views of the caller; API tokens have none. */
  async views({ userId }: Caller): Promise<Json<FeatureViewsResponse>> {
    const [row] = await this.database.run(LIST_VIEWS, [userId]);
    return row!.json;
  }

  /**
   * @throws NameExistsError when the caller has a view of this name.
   * @throws ExceedsLimitError when the caller has 50 views.
   * @throws ForbiddenError when the caller is not a user.
   */
  createView({ name, query }: FeatureViewDto, caller: Caller): Promise<FeatureViewResponse> {
    return this.change(caller, ABOUT_VIEWS, async (tx, userId) => {
      const [has] = await tx.query(COUNT_VIEWS, [userId]);
      if (has!.count >= MAX_VIEWS)
        throw new ExceedsLimitError(
          `There can be at most ${MAX_VIEWS} views for each user. Delete one first.`,
        );
      const [added] = await tx.query(ADD_VIEW, [userId, name, query]);
      return added!.view;
    });
  }

  /**
   * Replaces a view of the caller.
   * @throws NotFoundError
   * @throws NameExistsError when the caller has another view of this name.
   * @throws ForbiddenError when the caller is not a user.
   */
  updateView(
    id: number,
    { name, query }: FeatureViewDto,
    caller: Caller,
  ): Promise<FeatureViewResponse> {
    return this.change(caller, ABOUT_VIEWS, async (tx, userId) => {
      const [changed] = await tx.query(UPDATE_VIEW, [userId, id, name, query]);
      if (!changed) throw unknown(id);
      return changed.view;
    });
  }

  /**
   * @throws NotFoundError
   * @throws ForbiddenError when the caller is not a user.
   */
  deleteView(id: number, caller: Caller): Promise<void> {
    return this.change(caller, ABOUT_VIEWS, async (tx, userId) => {
      const deleted = await tx.query(DELETE_VIEW, [userId, id]);
      if (deleted.length === 0) throw unknown(id);
    });
  }

  /**
   * Keeps the chosen columns, or forgets them.
   * @throws BadDataError when a name is too long.
   * @throws ForbiddenError when the caller is not a user.
   */
  chooseColumns({ columns }: FeatureColumnsDto, caller: Caller): Promise<void> {
    requireShort(columns ?? []);
    return this.change(caller, ABOUT_VIEWS, async (tx, userId) => {
      if (columns) await tx.query(CHOOSE_COLUMNS, [userId, columns]);
      else await tx.query(FORGET_COLUMNS, [userId]);
    });
  }

  /**
   * Keeps the language of mails to the caller, or forgets it.
   * @throws ForbiddenError when the caller is not a user.
   */
  chooseLanguage({ language }: LanguageDto, caller: Caller): Promise<void> {
    return this.change(caller, ABOUT_LANGUAGE, async (tx, userId) => {
      await tx.query(CHOOSE_LANGUAGE, [userId, language ?? null]);
    });
  }

  async notifications({ userId }: Caller): Promise<Json<NotificationSettingResponse>> {
    const values = [userId, this.mailer.isConfigured] as const;
    const [row] = await this.database.run(READ_NOTIFICATIONS, values);
    return row!.json;
  }

  /**
   * @throws BadDataError when there are no such notifications.
   * @throws ForbiddenError when the caller is not a user.
   */
  changeNotifications(dto: NotificationSettingDto, caller: Caller): Promise<void> {
    const { seenUntil, mailRhythm } = dto;
    return this.change(caller, ABOUT_NOTIFICATIONS, async (tx, userId) => {
      const [muted, mailed] = [kindsIn(dto, 'muted'), kindsIn(dto, 'mailed')];
      await tx.query(CHANGE_NOTIFICATIONS, [userId, muted, seenUntil, mailed, mailRhythm]);
    });
  }

  /** Changes of one user follow each other, so that the maximum holds. */
  private change<T>(
    caller: Caller,
    refusal: string,
    work: (tx: Tx, userId: number) => Promise<T>,
  ): Promise<T> {
    if (caller.kind !== 'user') throw new ForbiddenError(refusal);
    const { userId } = caller;
    return this.unitOfWork.run(caller, async (tx) => {
      await tx.lock({ users: { noKeyUpdate: [userId] } });
      return work(tx, userId);
    });
  }
}

function requireShort(columns: readonly string[]): void {
  if (columns.every(({ length }) => length <= MAX_COLUMN_CHARACTERS)) return;
  const message = `Each of columns must have at most ${MAX_COLUMN_CHARACTERS} characters.`;
  throw new BadDataError(message, [{ message, path: '/body/columns' }]);
}

/** The notifications that a list names, each once. @throws BadDataError for others. */
function kindsIn(dto: NotificationSettingDto, list: 'muted' | 'mailed'): string[] | undefined {
  const names = dto[list];
  const known = Object.keys(NOTIFICATIONS);
  if (!names || names.every((name) => known.includes(name))) return names && [...new Set(names)];
  const message = `Each of ${list} must be one of ${known.join(', ')}.`;
  throw new BadDataError(message, [{ message, path: `/body/${list}` }]);
}

const unknown = (id: number): NotFoundError =>
  new NotFoundError(`You have no view with the id ${id}.`);
