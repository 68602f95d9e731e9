import '../api/load-refusal-words.js';
import { USER_PATH } from '../pages/access/people/people-path.js';
import { APPLICATION_PATH } from '../pages/flags/applications/application-path.js';
import { featureSearchQuery } from '../pages/flags/features/feature-queries.js';
import { listSearchOf, toFeatureSearch } from '../pages/flags/features/list/list-search.js';
import {
  PROJECT_ACCESS_PATH,
  PROJECT_CODE_PATH,
  PROJECT_ENVIRONMENTS_PATH,
  PROJECT_FEATURES_PATH,
  PROJECT_PATH,
  PROJECT_POLICY_PATH,
  PROJECT_SETTINGS_PATH,
  PROJECT_SIGNALS_PATH,
  PROJECT_TOKENS_PATH,
  PROJECTS_PATH,
} from '../pages/flags/projects/project-path.js';
import {
  CHANGE_REQUEST_PATH,
  CHANGE_REQUESTS_PATH,
  FOUND_CHANGE_REQUESTS_PATH,
} from '../pages/governance/change-requests/change-request-path.js';
import { changeRequestQuery } from '../pages/governance/change-requests/change-request-query.js';
import {
  TEMPLATE_PATH,
  TEMPLATES_PATH,
} from '../pages/governance/release-plans/release-plan-path.js';
import { INTEGRATION_PATH } from '../pages/instance/integrations/integration-paths.js';
import { kitRoutes } from './kit-route.js';
import { lazyRoute, type Route } from './router/route.js';

const sdkPages = () => import('../pages/flags/applications/sdk-pages.js');

/** The pages that are no part of the first load. */
export const OTHER_ROUTES: readonly Route[] = [
  lazyRoute(
    '/access-requests',
    async () =>
      (await import('../pages/access/access-requests/access-requests-page.js')).AccessRequestsPage,
  ),
  lazyRoute(
    '/administration',
    async () =>
      (await import('../pages/instance/administration/administration-page.js')).AdministrationPage,
  ),
  lazyRoute(
    '/api-tokens',
    async () => (await import('../pages/access/api-tokens/tokens-page.js')).TokensPage,
  ),
  lazyRoute(
    PROJECTS_PATH,
    async () => (await import('../pages/flags/projects/projects-page.js')).ProjectsPage,
  ),
  lazyRoute(
    PROJECT_PATH,
    async () => (await import('../pages/flags/projects/one/overview-page.js')).OverviewPage,
  ),
  lazyRoute(
    PROJECT_FEATURES_PATH,
    async () => (await import('../pages/flags/projects/one/features-page.js')).ProjectFeaturesPage,
    {
      prefetch: (queries, { project }, search) =>
        queries.prefetchQuery(
          featureSearchQuery(toFeatureSearch({ ...listSearchOf(search), project })),
        ),
    },
  ),
  lazyRoute(
    PROJECT_ENVIRONMENTS_PATH,
    async () =>
      (await import('../pages/flags/projects/one/environments-page.js')).ProjectEnvironmentsPage,
  ),
  lazyRoute(
    PROJECT_ACCESS_PATH,
    async () => (await import('../pages/flags/projects/one/access-page.js')).AccessPage,
  ),
  lazyRoute(
    PROJECT_TOKENS_PATH,
    async () => (await import('../pages/flags/projects/one/tokens-page.js')).ProjectTokensPage,
  ),
  lazyRoute(
    PROJECT_SIGNALS_PATH,
    async () => (await import('../pages/safety/signals/signals-page.js')).SignalsPage,
  ),
  lazyRoute(
    PROJECT_SETTINGS_PATH,
    async () => (await import('../pages/flags/projects/one/settings-page.js')).SettingsPage,
  ),
  lazyRoute(
    '/policy',
    async () => (await import('../pages/governance/policies/policy-pages.js')).InstancePolicyPage,
  ),
  lazyRoute(
    PROJECT_CODE_PATH,
    async () => (await import('../pages/flags/projects/one/code-page.js')).CodePage,
  ),
  lazyRoute(
    PROJECT_POLICY_PATH,
    async () => (await import('../pages/governance/policies/policy-pages.js')).ProjectPolicyPage,
  ),
  lazyRoute(
    FOUND_CHANGE_REQUESTS_PATH,
    async () =>
      (await import('../pages/governance/change-requests/list/found-requests-page.js'))
        .FoundRequestsPage,
  ),
  lazyRoute(
    CHANGE_REQUESTS_PATH,
    async () =>
      (await import('../pages/governance/change-requests/list/project-requests-page.js'))
        .ProjectRequestsPage,
  ),
  lazyRoute(
    CHANGE_REQUEST_PATH,
    async () =>
      (await import('../pages/governance/change-requests/one/change-request-page.js'))
        .ChangeRequestPage,
    {
      prefetch: (queries, { project, request }) =>
        queries.prefetchQuery(changeRequestQuery(project, Number(request))),
    },
  ),
  lazyRoute(
    '/schedules',
    async () =>
      (await import('../pages/governance/schedules/calendar/calendar-page.js')).CalendarPage,
  ),
  lazyRoute(
    TEMPLATES_PATH,
    async () =>
      (await import('../pages/governance/release-plans/templates/templates-page.js')).TemplatesPage,
  ),
  lazyRoute(
    TEMPLATE_PATH,
    async () =>
      (await import('../pages/governance/release-plans/templates/template-page.js')).TemplatePage,
  ),
  lazyRoute(
    '/environments',
    async () => (await import('../pages/flags/environments/environments-page.js')).EnvironmentsPage,
  ),
  lazyRoute(
    '/segments',
    async () => (await import('../pages/flags/segments/segments-page.js')).SegmentsPage,
  ),
  lazyRoute(
    '/context-fields',
    async () =>
      (await import('../pages/flags/context-fields/context-fields-page.js')).ContextFieldsPage,
  ),
  lazyRoute(
    '/tag-types',
    async () => (await import('../pages/flags/tag-types/tag-types-page.js')).TagTypesPage,
  ),
  lazyRoute(
    '/strategies',
    async () =>
      (await import('../pages/flags/strategy-definitions/strategies-page.js')).StrategiesPage,
  ),
  lazyRoute(
    '/users',
    async () => (await import('../pages/access/people/users/users-page.js')).UsersPage,
  ),
  lazyRoute(
    USER_PATH,
    async () => (await import('../pages/access/people/users/user-page.js')).UserPage,
  ),
  lazyRoute(
    '/groups',
    async () => (await import('../pages/access/people/groups/groups-page.js')).GroupsPage,
  ),
  lazyRoute(
    '/roles',
    async () => (await import('../pages/access/people/roles/roles-page.js')).RolesPage,
  ),
  lazyRoute(
    '/service-accounts',
    async () =>
      (await import('../pages/access/people/service-accounts/service-accounts-page.js'))
        .ServiceAccountsPage,
  ),
  lazyRoute(
    '/federated-credentials',
    async () =>
      (await import('../pages/access/people/federated-credentials/federated-credentials-page.js'))
        .FederatedCredentialsPage,
  ),
  lazyRoute(
    '/profile',
    async () => (await import('../pages/access/profile/profile-page.js')).ProfilePage,
  ),
  lazyRoute(
    '/profile/security',
    async () => (await import('../pages/access/profile/security-page.js')).SecurityPage,
  ),
  lazyRoute(
    '/profile/tokens',
    async () => (await import('../pages/access/profile/tokens-page.js')).TokensPage,
  ),
  lazyRoute(
    '/allow-agent',
    async () => (await import('../pages/access/profile/allow-agent-page.js')).AllowAgentPage,
  ),
  lazyRoute(
    '/notifications',
    async () =>
      (await import('../pages/instance/notifications/notifications-page.js')).NotificationsPage,
  ),
  lazyRoute(
    '/statistics',
    async () => (await import('../pages/instance/statistics/statistics-page.js')).StatisticsPage,
  ),
  lazyRoute(
    '/traffic',
    async () => (await import('../pages/instance/traffic/traffic-page.js')).TrafficPage,
  ),
  lazyRoute(
    '/insights',
    async () => (await import('../pages/instance/insights/insights-page.js')).InsightsPage,
  ),
  lazyRoute('/audit', async () => (await import('../pages/audit/audit/events-page.js')).EventsPage),
  lazyRoute(
    '/audit/causes',
    async () => (await import('../pages/audit/audit/culprits-page.js')).CulpritsPage,
  ),
  lazyRoute(
    '/audit/checkpoints',
    async () => (await import('../pages/audit/audit/checkpoints-page.js')).CheckpointsPage,
  ),
  lazyRoute(
    '/audit/witnesses',
    async () => (await import('../pages/audit/audit/witnesses-page.js')).WitnessesPage,
  ),
  lazyRoute(
    '/audit/sign-ins',
    async () => (await import('../pages/audit/audit/sign-ins-page.js')).SignInsPage,
  ),
  lazyRoute(
    '/audit/denied-requests',
    async () => (await import('../pages/audit/audit/denied-requests-page.js')).DeniedRequestsPage,
  ),
  lazyRoute(
    '/playground',
    async () => (await import('../pages/flags/playground/playground-page.js')).PlaygroundPage,
  ),
  lazyRoute(
    '/integrations',
    async () =>
      (await import('../pages/instance/integrations/integrations-page.js')).IntegrationsPage,
  ),
  lazyRoute(
    INTEGRATION_PATH,
    async () =>
      (await import('../pages/instance/integrations/integration-page.js')).IntegrationPage,
  ),
  lazyRoute(
    '/applications',
    async () => (await import('../pages/flags/applications/applications-page.js')).ApplicationsPage,
  ),
  lazyRoute(
    APPLICATION_PATH,
    async () => (await import('../pages/flags/applications/application-page.js')).ApplicationPage,
  ),
  lazyRoute('/outdated-sdks', async () => (await sdkPages()).OutdatedSdksPage),
  lazyRoute('/unknown-features', async () => (await sdkPages()).UnknownFeaturesPage),
  lazyRoute(
    '/edges',
    async () => (await import('../pages/flags/applications/edges-page.js')).EdgesPage,
  ),
  lazyRoute(
    '/sign-on',
    async () => (await import('../pages/access/sign-on/sign-on-page.js')).SignOnPage,
  ),
  lazyRoute(
    '/invite-links',
    async () => (await import('../pages/access/invite-links/invite-links-page.js')).InviteLinksPage,
  ),
  lazyRoute(
    '/instance',
    async () => (await import('../pages/instance/instance/instance-page.js')).InstancePage,
  ),
  lazyRoute(
    '/maintenance',
    async () => (await import('../pages/instance/instance/maintenance-page.js')).MaintenancePage,
  ),
  lazyRoute(
    '/templates',
    async () => (await import('../pages/instance/templates/templates-page.js')).TemplatesPage,
  ),
  lazyRoute(
    '/import-export',
    async () => (await import('../pages/instance/transfer/transfer-page.js')).TransferPage,
  ),
  lazyRoute(
    '/banners',
    async () => (await import('../pages/instance/banners/banners-page.js')).BannersPage,
  ),
  ...kitRoutes,
];
