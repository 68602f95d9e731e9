import { Badge } from '@mantine/core';
import { changeRequestTexts as texts } from '../../../texts/change-requests.js';

const COLORS: Readonly<Record<string, string>> = {
  'In review': 'blue',
  Approved: 'teal',
  Scheduled: 'teal',
  Rejected: 'red',
};

/** The state of a change request. */
export function StateBadge({ state }: { state: string }) {
  return (
    <Badge variant="light" color={COLORS[state] ?? 'gray'} tt="none">
      {texts.states[state] ?? state}
    </Badge>
  );
}

/** Whether a change request in the state can still be applied. */
export function isOpen(state: string): boolean {
  return ['Draft', 'In review', 'Approved', 'Scheduled'].includes(state);
}
