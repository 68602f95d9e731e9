import { sharedValue } from '../../../kit/shared-value.js';
import type { UndoScope } from './undo-queries.js';

/** An event that a person wants to undo. */
export interface UndoTarget {
  id: number;
  type: string;
  /** What has happened, in words. */
  label: string;
  featureName?: string | null;
  environment?: string | null;
  /** What is undone at first; the person can choose. */
  scope?: UndoScope;
}

const targets = sharedValue<readonly UndoTarget[]>();

/** Opens the dialog that previews an undo, and makes or proposes it; after others that are open. */
export const openUndoDialog = (next: UndoTarget): void =>
  targets.set([...(targets.get() ?? []), next]);
export const closeUndoDialog = (): void => targets.set(targets.get()?.slice(1));
export const useUndoTarget = (): UndoTarget | undefined => targets.use()?.[0];
