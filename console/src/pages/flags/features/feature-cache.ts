import type { QueryClient } from '@tanstack/react-query';
import type { Feature, FeaturePage } from './feature-queries.js';

interface At {
  project: string;
  feature: string;
  environment: string;
}

interface Switchable {
  name: string;
  enabled: boolean;
}

/** Shows a feature as on or off in everything that was read of it. */
export function setEnabledInCache(queries: QueryClient, at: At, enabled: boolean): void {
  queries.setQueriesData<FeaturePage>(
    { queryKey: ['features', 'search'] },
    (page) =>
      page && {
        ...page,
        features: page.features.map((one) =>
          one.name === at.feature && one.project === at.project
            ? { ...one, environments: switched(one.environments, at.environment, enabled) }
            : one,
        ),
      },
  );
  queries.setQueryData<Feature>(
    ['features', 'one', at.project, at.feature],
    (one) => one && { ...one, environments: switched(one.environments, at.environment, enabled) },
  );
}

function switched<Environment extends Switchable>(
  environments: readonly Environment[],
  name: string,
  enabled: boolean,
): Environment[] {
  return environments.map((one) => (one.name === name ? { ...one, enabled } : one));
}
