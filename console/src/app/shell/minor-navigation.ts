import { administrationTexts as texts } from '../../texts/administration.js';
import type { NavigationEntry } from './navigation.js';

const READ_ROLES = ['READ_ROLE', 'UPDATE_ROLE'];

/** An entry of the page of the administration. */
export interface MinorEntry extends NavigationEntry {
  /** What is done there, in a few words. */
  about: string;
}

/** Entries that belong together. */
export interface MinorGroup {
  title: string;
  entries: readonly MinorEntry[];
}

/**
 * Pages that the palette and the page of the administration list, in order, and the main navigation
 * does not. A domain adds its pages with one line each. The first load is without them.
 */
export const MINOR_GROUPS: readonly MinorGroup[] = [
  {
    title: texts.groups.people,
    entries: [
      { ...texts.accessRequests, to: '/access-requests' },
      { ...texts.users, to: '/users', needs: ['ADMIN'] },
      { ...texts.userGroups, to: '/groups', needs: ['ADMIN'] },
      { ...texts.roles, to: '/roles', needs: READ_ROLES },
      { ...texts.serviceAccounts, to: '/service-accounts', needs: ['ADMIN'] },
      { ...texts.federatedCredentials, to: '/federated-credentials', needs: ['ADMIN'] },
      { ...texts.inviteLinks, to: '/invite-links', needs: ['ADMIN'] },
      { ...texts.signOn, to: '/sign-on', needs: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] },
    ],
  },
  {
    title: texts.groups.targeting,
    entries: [
      { ...texts.environments, to: '/environments' },
      { ...texts.segments, to: '/segments' },
      { ...texts.contextFields, to: '/context-fields' },
      { ...texts.strategies, to: '/strategies' },
      { ...texts.tagTypes, to: '/tag-types' },
      { ...texts.templates, to: '/templates' },
      { ...texts.releasePlanTemplates, to: '/release-plan-templates' },
    ],
  },
  {
    title: texts.groups.connections,
    entries: [
      { ...texts.apiTokens, to: '/api-tokens' },
      { ...texts.integrations, to: '/integrations' },
      { ...texts.edges, to: '/edges', needs: ['ADMIN'] },
      { ...texts.transfer, to: '/import-export' },
    ],
  },
  {
    title: texts.groups.instance,
    entries: [
      { ...texts.insights, to: '/insights' },
      { ...texts.traffic, to: '/traffic', needs: ['ADMIN'] },
      { ...texts.policy, to: '/policy' },
      { ...texts.banners, to: '/banners', needs: ['ADMIN'] },
      { ...texts.maintenance, to: '/maintenance', needs: ['ADMIN'] },
      { ...texts.instance, to: '/instance' },
    ],
  },
];

export const MINOR_NAVIGATION: readonly MinorEntry[] = MINOR_GROUPS.flatMap(
  ({ entries }) => entries,
);
