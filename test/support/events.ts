import type { TestService } from './service.js';

/** An event as the audit log keeps it. */
export interface RecordedEvent {
  type: string;
  project: string | null;
  environment: string | null;
  createdBy: string;
  data: unknown;
  preData: unknown;
  tags: unknown[];
}

/** The events of a feature, oldest first. */
export const eventsOf = (service: TestService, feature: string): Promise<RecordedEvent[]> =>
  service.sql<RecordedEvent>(
    `SELECT type, project, environment, created_by AS "createdBy", data, pre_data AS "preData", tags FROM event WHERE feature_name = $1 ORDER BY id`,
    [feature],
  );

/** The types of a feature's events, oldest first. */
export const eventTypesOf = async (service: TestService, feature: string): Promise<string[]> =>
  (await eventsOf(service, feature)).map((event) => event.type);
