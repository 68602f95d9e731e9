import { useState } from 'react';
import type { Proposal } from '../change-requests/proposal.js';
import type { StrategyPlace } from '../../flags/features/one/strategies/strategy-place.js';
import type { Draft } from '../../flags/strategies/strategy-draft.js';
import { StrategyFields, useDraftFaults } from '../../flags/strategies/strategy-fields.js';
import { FormDialog, type FormDialogProps } from '../../../kit/form-dialog.js';

interface MilestoneStrategyDialogProps extends Omit<
  FormDialogProps,
  'children' | 'isBlocked' | 'send' | 'proposal' | 'size' | 'reload'
> {
  start: Draft;
  /** The feature of a plan; templates have none. */
  feature?: StrategyPlace;
  /** Whether the kind of strategy stays as it is. */
  isKindFixed?: boolean;
  send: (draft: Draft) => Promise<unknown>;
  proposal?: (draft: Draft) => Proposal;
}

/** Edits a strategy of a milestone. */
export function MilestoneStrategyDialog(props: MilestoneStrategyDialogProps) {
  const { start, feature, isKindFixed, send, proposal, ...form } = props;
  const [draft, setDraft] = useState(start);
  const isBlocked = useDraftFaults(draft, feature);
  return (
    <FormDialog
      {...form}
      size="xl"
      isBlocked={isBlocked}
      send={() => send(draft)}
      proposal={proposal && (() => proposal(draft))}
    >
      <StrategyFields
        draft={draft}
        feature={feature}
        isKindFixed={isKindFixed}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
    </FormDialog>
  );
}
