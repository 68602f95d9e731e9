import type { Api } from '../../../support/api.js';
import { at } from '../../../support/api.js';
import type { TestService } from '../../../support/service.js';

/** The path of the strategies of a feature of the project `default`, or of one of them. */
export const strategiesOf = (feature: string, id?: string, environment = 'development'): string =>
  `${at(feature, environment)}/strategies${id ? `/${id}` : ''}`;

export interface RecordedEvent {
  type: string;
  data: Record<string, unknown> | null;
  preData: Record<string, unknown> | null;
  environment: string | null;
}

/** The events of a feature since its creation, oldest first. */
export async function eventsOf(service: TestService, feature: string): Promise<RecordedEvent[]> {
  return service.sql<RecordedEvent>(
    `SELECT type, data, pre_data AS "preData", environment FROM event WHERE feature_name = $1 AND type <> 'feature-created' ORDER BY id`,
    [feature],
  );
}

/** Adds a strategy to a feature, and returns it. */
export async function added(
  api: Api,
  feature: string,
  strategy: object = { name: 'default' },
): Promise<{ id: string } & Record<string, unknown>> {
  const { body } = await api.post(strategiesOf(feature), strategy).expect(200);
  return body as { id: string } & Record<string, unknown>;
}

/**
 * Stores a global segment or one of a project directly in the database.
 * @returns Its id.
 */
export async function segment(
  service: TestService,
  name: string,
  project: string | null = null,
): Promise<number> {
  const [row] = await service.sql<{ id: number }>(
    'INSERT INTO segment (name, project) VALUES ($1, $2) RETURNING id',
    [name, project],
  );
  return row!.id;
}
