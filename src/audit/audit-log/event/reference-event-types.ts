import type { StoredEvent } from '../../../core/event/event.types.js';

const TYPES = [
  'feature-updated',
  'feature-variants-updated',
  'feature-import',
  'feature-tag-import',
  'drop-feature-tags',
  'drop-features',
  'strategy-import',
  'drop-strategies',
  'project-import',
  'project-user-added',
  'project-user-removed',
  'project-user-role-changed',
  'project-group-role-changed',
  'project-group-added',
  'project-group-removed',
  'drop-projects',
  'tag-import',
  'drop-tags',
  'tag-type-import',
  'drop-tag-types',
  'db-pool-update',
  'drop-environments',
  'environment-import',
  'setting-deleted',
  'client-metrics',
  'client-register',
  'segment-import',
  'signal-endpoint-created',
  'signal-endpoint-updated',
  'signal-endpoint-deleted',
  'signal-endpoint-token-created',
  'signal-endpoint-token-updated',
  'signal-endpoint-token-deleted',
  'actions-created',
  'actions-updated',
  'actions-deleted',
  'user-preference-updated',
] as const;

type Unrecorded<Type> = Type extends StoredEvent['type'] ? never : Type;

/**
 * Event types of the reference that this service does not record. Searches accept them, because
 * existing scripts name them, and find nothing. A type that is recorded does not compile.
 */
export const REFERENCE_EVENT_TYPES: readonly Unrecorded<(typeof TYPES)[number]>[] = TYPES;
