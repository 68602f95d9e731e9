import { pathTo } from '../../../app/router/route.js';

export const USER_PATH = '/users/:user';
export const INVITES_PATH = '/invite-links';

/** The address of the page of a user. */
export function userPath(id: number): string {
  return pathTo(USER_PATH, { user: String(id) });
}
