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
] as const;

/** What a change of a change request changes. */
export type ActionName = (typeof ACTIONS)[number];
