import { lazy } from 'react';
import type { FoundFeature } from '../feature-queries.js';
import { LazyPart } from '../../../../kit/lazy-part.js';

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.js')).BulkBar }));

export interface BulkProps {
  /** The selected features, at most one page of them. */
  features: readonly FoundFeature[];
  /** Whether they are archived, so that they can only be revived. */
  areArchived?: boolean;
  onDone: () => void;
}

/** Shows what can be done with the selected features, when there are some. */
export function BulkHost(props: BulkProps) {
  if (props.features.length === 0) return null;
  return (
    <LazyPart>
      <BulkBar {...props} />
    </LazyPart>
  );
}
