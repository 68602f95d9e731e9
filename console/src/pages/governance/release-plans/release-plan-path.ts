import { pathTo } from '../../../app/router/route.js';

export const TEMPLATES_PATH = '/release-plan-templates';
export const TEMPLATE_PATH = '/release-plan-templates/:template';

/** The address of the page of a template. */
export function templatePath(template: string): string {
  return pathTo(TEMPLATE_PATH, { template });
}
