import { Stack } from '@mantine/core';
import { EnvironmentPlan } from '../../../../governance/release-plans/plan/environment-plan.js';
import { planTexts as texts } from '../../../../../texts/release-plans.js';
import { productionFirst } from '../../../environments/production.js';
import type { Feature } from '../../feature-queries.js';

/** The release plans of a feature, one for each environment. */
export function ReleasePlansSection({ feature }: { feature: Feature }) {
  return (
    <Stack component="section" aria-label={texts.heading} maw="64rem">
      {productionFirst(feature.environments).map((environment) => (
        <EnvironmentPlan
          key={environment.name}
          place={{
            project: feature.project,
            feature: feature.name,
            environment: environment.name,
          }}
          type={environment.type}
          isOn={environment.enabled}
        />
      ))}
    </Stack>
  );
}
