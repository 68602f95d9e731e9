import { administrationTexts } from '../texts/administration.js';
import { shellTexts } from '../texts/shell.js';

/** An entry of the main navigation. */
export interface NavigationEntry {
  label: string;
  to: string;
  /** Hidden from people who have none of these permissions; shown to everybody without. */
  needs?: readonly string[];
  /** Whether the palette and the page of the administration list it, and the header does not. */
  isMinor?: true;
}

const READ_ROLES = ['READ_ROLE', 'UPDATE_ROLE'];

/** The main navigation, in order. A domain adds its pages with one line each. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { label: shellTexts.features, to: '/features' },
  { label: administrationTexts.projects, to: '/projects' },
  { label: shellTexts.playground, to: '/playground' },
  { label: shellTexts.applications, to: '/applications' },
  { label: shellTexts.audit, to: '/audit' },
  { label: shellTexts.statistics, to: '/statistics' },
  { label: administrationTexts.title, to: '/administration' },
  { label: shellTexts.changeRequests, to: '/change-requests', isMinor: true },
  { label: shellTexts.schedules, to: '/schedules', isMinor: true },
  { label: administrationTexts.apiTokens, to: '/api-tokens', isMinor: true },
  { label: administrationTexts.environments, to: '/environments', isMinor: true },
  { label: administrationTexts.segments, to: '/segments', isMinor: true },
  { label: administrationTexts.contextFields, to: '/context-fields', isMinor: true },
  { label: administrationTexts.tagTypes, to: '/tag-types', isMinor: true },
  { label: administrationTexts.strategies, to: '/strategies', isMinor: true },
  { label: administrationTexts.integrations, to: '/integrations', isMinor: true },
  { label: administrationTexts.users, to: '/users', needs: ['ADMIN'], isMinor: true },
  { label: administrationTexts.userGroups, to: '/groups', needs: ['ADMIN'], isMinor: true },
  { label: administrationTexts.roles, to: '/roles', needs: READ_ROLES, isMinor: true },
  {
    label: administrationTexts.serviceAccounts,
    to: '/service-accounts',
    needs: ['ADMIN'],
    isMinor: true,
  },
  {
    label: administrationTexts.signOn,
    to: '/sign-on',
    isMinor: true,
    needs: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
  },
  { label: administrationTexts.inviteLinks, to: '/invite-links', isMinor: true, needs: ['ADMIN'] },
  { label: administrationTexts.transfer, to: '/import-export', isMinor: true },
  { label: administrationTexts.maintenance, to: '/maintenance', isMinor: true, needs: ['ADMIN'] },
  { label: administrationTexts.instance, to: '/instance', isMinor: true },
];
