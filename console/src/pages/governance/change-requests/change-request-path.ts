import { pathTo } from '../../../app/router/route.js';

export const FOUND_CHANGE_REQUESTS_PATH = '/change-requests';
export const CHANGE_REQUESTS_PATH = '/projects/:project/change-requests';
export const CHANGE_REQUEST_PATH = '/projects/:project/change-requests/:request';

/** The address of the change requests of a project. */
export function changeRequestsPath(project: string): string {
  return pathTo(CHANGE_REQUESTS_PATH, { project });
}

/** The address of one change request. */
export function changeRequestPath(project: string, id: number): string {
  return pathTo(CHANGE_REQUEST_PATH, { project, request: String(id) });
}
