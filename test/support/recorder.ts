import type { TestService } from './service.js';

/** A row of the audit log, as far as tests look at it. */
export interface RecordedEvent {
  type: string;
  featureName: string | null;
  project: string | null;
  environment: string | null;
  data: Record<string, unknown> | null;
  preData: Record<string, unknown> | null;
  createdBy: string;
  createdByUserId: number;
}

/**
 * Types of events that are written down some time after the answer, and so perhaps in the middle of
 * the next test.
 */
const WRITTEN_LATER = ['user-login-failed', 'api-token-used', 'pat-used'];

/**
 * Tells what has been recorded since it was asked last, or since it was made, but for some types of
 * events.
 */
export async function recorder(
  service: TestService,
  leaveOut = WRITTEN_LATER,
): Promise<() => Promise<RecordedEvent[]>> {
  const lastId = async (): Promise<string> => {
    const [row] = await service.sql<{ id: string }>('SELECT COALESCE(max(id), 0) AS id FROM event');
    return row!.id;
  };
  let seen = await lastId();
  return async () => {
    const events = await service.sql<RecordedEvent>(
      `SELECT type, feature_name AS "featureName", project, environment, data, pre_data AS "preData", created_by AS "createdBy",
              created_by_user_id AS "createdByUserId" FROM event WHERE id > $1 AND type <> ALL ($2) ORDER BY id`,
      [seen, leaveOut],
    );
    seen = await lastId();
    return events;
  };
}

/** An event of the tests' admin token that has no place. */
export const event = (
  type: string,
  { data = null, preData = null }: { data?: unknown; preData?: unknown },
  place: object = {},
): object => ({
  type,
  featureName: null,
  project: null,
  environment: null,
  data,
  preData,
  createdBy: 'admin',
  createdByUserId: -42,
  ...place,
});
