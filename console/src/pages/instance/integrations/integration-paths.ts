import { pathTo } from '../../../app/router/route.js';

/** The page of one integration. */
export const INTEGRATION_PATH = '/integrations/:id';

export const integrationPath = (id: number): string => pathTo(INTEGRATION_PATH, { id: String(id) });
