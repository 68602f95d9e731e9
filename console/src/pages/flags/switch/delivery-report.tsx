import { Progress, Text } from '@mantine/core';
import { switchTexts } from '../../../texts/switch.js';
import { PendingSdks } from './pending-sdks.js';
import type { SwitchTarget } from './switch-dialog-store.js';
import type { Switched } from './switch-requests.js';
import { type DeliveryState, useDelivery } from './use-delivery.js';

const MOST_PENDING = 10;

/** Shows live which SDKs have a change, and which have not. */
export function DeliveryReport({ target, switched }: { target: SwitchTarget; switched: Switched }) {
  const state = useDelivery(target, switched);
  const { delivery } = state;
  return (
    <>
      <Text fw={600}>{switchTexts.done(target.turnsOn, target.feature, target.environment)}</Text>
      <Text role="status" mt="xs">
        {sentenceOf(state)}
      </Text>
      {delivery && delivery.connected > 0 && (
        <Progress
          mt="sm"
          aria-label={switchTexts.delivering(delivery.delivered, delivery.connected)}
          value={(100 * delivery.delivered) / delivery.connected}
        />
      )}
      {delivery && <PendingSdks pending={delivery.pending} most={MOST_PENDING} />}
    </>
  );
}

function sentenceOf({ delivery, seconds }: DeliveryState): string {
  if (!delivery) return switchTexts.unknownDelivery;
  const { delivered, connected } = delivery;
  return seconds === undefined
    ? switchTexts.delivering(delivered, connected)
    : switchTexts.delivered(delivered, connected, seconds);
}
