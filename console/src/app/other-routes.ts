import { accessRequestRoutes } from '../pages/access/access-requests/access-requests.routes.js';
import { administrationRoutes } from '../pages/instance/administration/administration.routes.js';
import { apiTokenRoutes } from '../pages/access/api-tokens/api-tokens.routes.js';
import { bannerRoutes } from '../pages/instance/banners/banners.routes.js';
import { changeRequestRoutes } from '../pages/governance/change-requests/change-requests.routes.js';
import { contextFieldRoutes } from '../pages/flags/context-fields/context-fields.routes.js';
import { environmentRoutes } from '../pages/flags/environments/environments.routes.js';
import { applicationRoutes } from '../pages/flags/applications/applications.routes.js';
import { auditRoutes } from '../pages/audit/audit/audit.routes.js';
import { peopleRoutes } from '../pages/access/people/people.routes.js';
import { policyRoutes } from '../pages/governance/policies/policies.routes.js';
import { projectRoutes } from '../pages/flags/projects/projects.routes.js';
import { instanceRoutes } from '../pages/instance/instance/instance.routes.js';
import { integrationRoutes } from '../pages/instance/integrations/integrations.routes.js';
import { inviteLinkRoutes } from '../pages/access/invite-links/invite-links.routes.js';
import { profileRoutes } from '../pages/access/profile/profile.routes.js';
import { playgroundRoutes } from '../pages/flags/playground/playground.routes.js';
import { releasePlanRoutes } from '../pages/governance/release-plans/release-plans.routes.js';
import { notificationRoutes } from '../pages/instance/notifications/notifications.routes.js';
import { kitRoutes } from './kit-route.js';
import type { Route } from './router/route.js';
import { scheduleRoutes } from '../pages/governance/schedules/schedules.routes.js';
import { segmentRoutes } from '../pages/flags/segments/segments.routes.js';
import { signOnRoutes } from '../pages/access/sign-on/sign-on.routes.js';
import { strategyDefinitionRoutes } from '../pages/flags/strategy-definitions/strategy-definitions.routes.js';
import { tagTypeRoutes } from '../pages/flags/tag-types/tag-types.routes.js';
import { templateRoutes } from '../pages/instance/templates/templates.routes.js';
import { transferRoutes } from '../pages/instance/transfer/transfer.routes.js';
import { insightsRoutes } from '../pages/instance/insights/insights.routes.js';
import { trafficRoutes } from '../pages/instance/traffic/traffic.routes.js';
import { statisticsRoutes } from '../pages/instance/statistics/statistics.routes.js';

/** The pages that are no part of the first load. A domain adds its own with one line. */
export const OTHER_ROUTES: readonly Route[] = [
  ...accessRequestRoutes,
  ...administrationRoutes,
  ...apiTokenRoutes,
  ...projectRoutes,
  ...policyRoutes,
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
  ...trafficRoutes,
  ...insightsRoutes,
  ...auditRoutes,
  ...playgroundRoutes,
  ...integrationRoutes,
  ...applicationRoutes,
  ...signOnRoutes,
  ...inviteLinkRoutes,
  ...instanceRoutes,
  ...templateRoutes,
  ...transferRoutes,
  ...bannerRoutes,
  ...kitRoutes,
];
