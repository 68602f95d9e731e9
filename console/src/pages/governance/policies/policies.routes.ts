import { lazyRoute } from '../../../app/router/route.js';
import { PROJECT_POLICY_PATH } from '../../flags/projects/project-path.js';

export const policyRoutes = [
  lazyRoute('/policy', async () => (await import('./policy-pages.js')).InstancePolicyPage),
  lazyRoute(PROJECT_POLICY_PATH, async () => (await import('./policy-pages.js')).ProjectPolicyPage),
];
