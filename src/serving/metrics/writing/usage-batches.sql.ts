import type { ApplicationPayload } from '../../../core/event/event-payloads.js';
import { APPLICATION_EVENT_JSON } from '../application/application-writing.sql.js';
import { statement } from '../../../platform/database/statement.js';

export const SHOW_APPLICATIONS = statement<
  [appNames: readonly string[]],
  { appName: string; data: ApplicationPayload }
>(
  'usage-batches.show-applications',
  /* sql */ `
    SELECT a.app_name AS "appName", ${APPLICATION_EVENT_JSON} AS data
    FROM client_application a WHERE a.app_name = ANY ($1::text[])
    ORDER BY a.app_name COLLATE "C"`,
);
