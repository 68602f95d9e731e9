import { shellTexts } from '../../texts/shell.js';
import type { IconName } from '../../kit/icons.js';

/** An entry of the navigation. */
export interface NavigationEntry {
  label: string;
  to: string;
  /** Hidden from people who have none of these permissions; shown to everybody without. */
  needs?: readonly string[];
}

interface MainEntry extends NavigationEntry {
  icon: IconName;
}

/** The main navigation, in order: daily work first. */
export const NAVIGATION: readonly MainEntry[] = [
  { label: shellTexts.home, to: '/', icon: 'home' },
  { label: shellTexts.features, to: '/features', icon: 'features' },
  { label: shellTexts.projects, to: '/projects', icon: 'projects' },
  { label: shellTexts.changeRequests, to: '/change-requests', icon: 'changeRequests' },
  { label: shellTexts.schedules, to: '/schedules', icon: 'schedules' },
  { label: shellTexts.playground, to: '/playground', icon: 'playground' },
  { label: shellTexts.applications, to: '/applications', icon: 'applications' },
  { label: shellTexts.audit, to: '/audit', icon: 'audit' },
  { label: shellTexts.statistics, to: '/statistics', icon: 'statistics' },
  { label: shellTexts.administration, to: '/administration', icon: 'administration' },
];
