import { shellTexts } from '../texts/shell.js';

/** An entry of the navigation. */
export interface NavigationEntry {
  label: string;
  to: string;
  /** Hidden from people who have none of these permissions; shown to everybody without. */
  needs?: readonly string[];
}

/** The main navigation, in order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { label: shellTexts.features, to: '/features' },
  { label: shellTexts.projects, to: '/projects' },
  { label: shellTexts.playground, to: '/playground' },
  { label: shellTexts.applications, to: '/applications' },
  { label: shellTexts.audit, to: '/audit' },
  { label: shellTexts.statistics, to: '/statistics' },
  { label: shellTexts.administration, to: '/administration' },
];
