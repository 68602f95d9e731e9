import type { TestService } from './service.js';

/** An event of the audit log, with the properties that tests compare. */
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
 * Types of events that are recorded some time after the response, so possibly during the next test.
 */
const WRITTEN_LATER = ['user-login-failed', 'api-token-used', 'pat-used'];

/** Returns a function that reads the events since its previous call, without some types. */
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

/** An event by the admin token of the tests, without project, feature and environment. */
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
