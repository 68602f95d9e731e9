/** What a change request can change about the release plan of a feature. */
export const PLAN_ACTIONS = [
  'deleteReleasePlan',
  'startMilestone',
  'updateMilestoneStrategy',
  'changeMilestoneProgression',
  'deleteMilestoneProgression',
  'resumeMilestoneProgression',
  'changeSafeguard',
  'deleteSafeguard',
] as const;

/** What a change request can change, with the names of the reference. */
export const ACTIONS = [
  'updateEnabled',
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
  'reorderStrategy',
  'patchVariant',
  'archiveFeature',
  'addDependency',
  'deleteDependency',
  'updateSegment',
  'deleteSegment',
  'addReleasePlan',
  ...PLAN_ACTIONS,
] as const;

/** What a change of a change request changes. */
export type ActionName = (typeof ACTIONS)[number];

/** What a change of a change request changes about release plans. */
export type ReleasePlanAction = 'addReleasePlan' | (typeof PLAN_ACTIONS)[number];
