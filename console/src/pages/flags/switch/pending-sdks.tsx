import { Text } from '@mantine/core';
import type { Schemas } from '../../../api/client.js';
import { switchTexts } from '../../../texts/switch.js';
import { Time } from '../../../kit/time.js';
import styles from './switch.module.css';

interface PendingProps {
  pending: readonly Schemas['PendingSdkResponse'][];
  /** More than these are counted. */
  most: number;
}

/** The SDK instances that do not have a change yet, those without news the longest first. */
export function PendingSdks({ pending, most }: PendingProps) {
  if (pending.length === 0) return null;
  const shown = pending.slice(0, most);
  const more = pending.length - shown.length;
  return (
    <>
      <Text mt="md" fw={600} size="sm">
        {switchTexts.pending}
      </Text>
      <ul className={styles.pending}>
        {shown.map(({ appName, instanceId, mode, lastFetchedAt }, index) => (
          <li key={index}>
            {appName} · {instanceId || switchTexts.unnamed}{' '}
            {mode === 'polling' ? switchTexts.polls : switchTexts.streams},{' '}
            {switchTexts.lastFetched} <Time at={lastFetchedAt} relative />
          </li>
        ))}
        {more > 0 && <li>{switchTexts.more(more)}</li>}
      </ul>
    </>
  );
}
