import type { Api } from './api.js';
import type { TestService } from './service.js';

/** The id of the newest event of a type. */
export async function latestEvent(service: TestService, type: string): Promise<number> {
  const [row] = await service.sql<{ id: string }>(
    'SELECT max(id) AS id FROM event WHERE type = $1',
    [type],
  );
  return Number(row!.id);
}

/** Undoes an event. `query` starts with a question mark. */
export const undo = (service: TestService, id: number, query = '', api: Api = service.api) =>
  api.post(`/api/admin/events/${id}/undo${query}`);
