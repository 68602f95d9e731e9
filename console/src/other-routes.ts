import { administrationRoutes } from './administration/administration.routes.js';
import { apiTokenRoutes } from './api-tokens/api-tokens.routes.js';
import { bannerRoutes } from './banners/banners.routes.js';
import { changeRequestRoutes } from './change-requests/change-requests.routes.js';
import { contextFieldRoutes } from './context-fields/context-fields.routes.js';
import { environmentRoutes } from './environments/environments.routes.js';
import { applicationRoutes } from './applications/applications.routes.js';
import { auditRoutes } from './audit/audit.routes.js';
import { peopleRoutes } from './people/people.routes.js';
import { projectRoutes } from './projects/projects.routes.js';
import { instanceRoutes } from './instance/instance.routes.js';
import { integrationRoutes } from './integrations/integrations.routes.js';
import { inviteLinkRoutes } from './invite-links/invite-links.routes.js';
import { profileRoutes } from './profile/profile.routes.js';
import { playgroundRoutes } from './playground/playground.routes.js';
import { releasePlanRoutes } from './release-plans/release-plans.routes.js';
import { notificationRoutes } from './notifications/notifications.routes.js';
import type { Route } from './router/route.js';
import { scheduleRoutes } from './schedules/schedules.routes.js';
import { segmentRoutes } from './segments/segments.routes.js';
import { signOnRoutes } from './sign-on/sign-on.routes.js';
import { strategyDefinitionRoutes } from './strategy-definitions/strategy-definitions.routes.js';
import { tagTypeRoutes } from './tag-types/tag-types.routes.js';
import { transferRoutes } from './transfer/transfer.routes.js';
import { statisticsRoutes } from './statistics/statistics.routes.js';

/** The pages that are no part of the first load. A domain adds its own with one line. */
export const OTHER_ROUTES: readonly Route[] = [
  ...administrationRoutes,
  ...apiTokenRoutes,
  ...projectRoutes,
  ...changeRequestRoutes,
  ...scheduleRoutes,
  ...releasePlanRoutes,
  ...environmentRoutes,
  ...segmentRoutes,
  ...contextFieldRoutes,
  ...tagTypeRoutes,
  ...strategyDefinitionRoutes,
  ...peopleRoutes,
  ...profileRoutes,
  ...notificationRoutes,
  ...statisticsRoutes,
  ...auditRoutes,
  ...playgroundRoutes,
  ...integrationRoutes,
  ...applicationRoutes,
  ...signOnRoutes,
  ...inviteLinkRoutes,
  ...instanceRoutes,
  ...transferRoutes,
  ...bannerRoutes,
];
