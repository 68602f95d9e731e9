/** Where a strategy is. */
export interface StrategyPlace {
  project: string;
  feature: string;
  environment: string;
}

export const pathOf = ({ project, feature, environment }: StrategyPlace) => ({
  projectId: project,
  featureName: feature,
  environment,
});
