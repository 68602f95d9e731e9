/**
 * Statements that change or delete several rows of a table with a rank in the lock order without
 * locking these rows first. PostgreSQL locks such rows in any order, so two transactions could
 * deadlock. Each entry states why they do not.
 */
export const SEVERAL_ROW_WRITES: Readonly<Record<string, string>> = {
  'clone.copy-variants': 'The feature was created in the same transaction.',
  'counts.repair': 'The statement before it in the same transaction locks the rows in order.',
  'archive.delete-features': 'The callers have locked the features, or their whole project.',
  'environment.sort-environments': 'The caller has locked the environments.',
  'archive.archive-features': 'The callers have locked the features.',
  'archive.revive-features': 'The caller has locked the features.',
  'archive.turn-off':
    'The features are locked for changes; switches of several features lock them first.',
  'feature-link.put-links': 'The callers have locked the features.',
  'feature-switch.switch-many': 'The callers have locked the feature environments.',
  'feature-variant.put-variants': 'The caller has locked the feature environments.',
  'feature.put-variants': 'The feature was created in the same transaction.',
  'feature.update-features': 'The callers have locked the features.',
  'segment.delete-of-project':
    'The project is locked and has no features that could use its segments.',
  'stale-mark.mark-stale': 'The caller has locked the features.',
};
