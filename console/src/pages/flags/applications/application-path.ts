import { pathTo } from '../../../app/router/route.js';

/** The path of the page of an application. */
export const APPLICATION_PATH = '/applications/:application';

/** The address of the page of an application. */
export const applicationPath = (application: string): string =>
  pathTo(APPLICATION_PATH, { application });
