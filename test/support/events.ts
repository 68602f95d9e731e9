import type { TestService } from './service.js';

/** An event as the audit log stores it. */
export interface RecordedEvent {
  type: string;
  createdBy: string;
  featureName: string | null;
  project: string | null;
  environment: string | null;
  data: unknown;
  preData: unknown;
  tags: { type: string; value: string }[];
}

const COLUMNS = `type, created_by AS "createdBy", feature_name AS "featureName", project, environment, data, pre_data AS "preData", tags`;

/** The events of a feature, oldest first, optionally of one type. */
export const eventsOf = (
  service: TestService,
  feature: string,
  type: string | null = null,
): Promise<RecordedEvent[]> =>
  service.sql(
    `SELECT ${COLUMNS} FROM event WHERE feature_name = $1 AND ($2::text IS NULL OR type = $2) ORDER BY id`,
    [feature, type],
  );

/** The events of some types that belong to no feature, oldest first. */
export const eventsWithoutFeature = (
  service: TestService,
  ...types: string[]
): Promise<RecordedEvent[]> =>
  service.sql(
    `SELECT ${COLUMNS} FROM event WHERE feature_name IS NULL AND type = ANY ($1) ORDER BY id`,
    [types],
  );

/** The types of a feature's events, oldest first. */
export const eventTypesOf = async (service: TestService, feature: string): Promise<string[]> =>
  (await eventsOf(service, feature)).map((event) => event.type);
