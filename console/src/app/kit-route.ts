import { lazyRoute, type Route } from './router/route.js';

/** Whether `npm run start:dev` has built the console; see `vite.config.mjs`. */
declare const IS_DEVELOPMENT: boolean;

/** The page of all parts of the kit, which is no part of a console for production. */
export const kitRoutes: readonly Route[] = IS_DEVELOPMENT
  ? [lazyRoute('/kit', async () => (await import('../kit/kit-page.js')).KitPage)]
  : [];
