import { administrationTexts as texts } from '../texts/administration.js';
import type { NavigationEntry } from './navigation.js';

const READ_ROLES = ['READ_ROLE', 'UPDATE_ROLE'];

/**
 * Pages that the palette and the page of the administration list, in order, and the header does
 * not. A domain adds its pages with one line each. The first load is without them.
 */
export const MINOR_NAVIGATION: readonly NavigationEntry[] = [
  { label: texts.changeRequests, to: '/change-requests' },
  { label: texts.schedules, to: '/schedules' },
  { label: texts.releasePlanTemplates, to: '/release-plan-templates' },
  { label: texts.apiTokens, to: '/api-tokens' },
  { label: texts.environments, to: '/environments' },
  { label: texts.segments, to: '/segments' },
  { label: texts.contextFields, to: '/context-fields' },
  { label: texts.tagTypes, to: '/tag-types' },
  { label: texts.strategies, to: '/strategies' },
  { label: texts.edges, to: '/edges', needs: ['ADMIN'] },
  { label: texts.integrations, to: '/integrations' },
  { label: texts.users, to: '/users', needs: ['ADMIN'] },
  { label: texts.userGroups, to: '/groups', needs: ['ADMIN'] },
  { label: texts.roles, to: '/roles', needs: READ_ROLES },
  {
    label: texts.serviceAccounts,
    to: '/service-accounts',
    needs: ['ADMIN'],
  },
  {
    label: texts.signOn,
    to: '/sign-on',
    needs: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
  },
  { label: texts.inviteLinks, to: '/invite-links', needs: ['ADMIN'] },
  { label: texts.transfer, to: '/import-export' },
  { label: texts.banners, to: '/banners', needs: ['ADMIN'] },
  { label: texts.maintenance, to: '/maintenance', needs: ['ADMIN'] },
  { label: texts.instance, to: '/instance' },
];
