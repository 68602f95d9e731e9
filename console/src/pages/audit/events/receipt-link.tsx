import { Button } from '@mantine/core';
import { basePath } from '../../../api/base-path.js';
import { eventTexts } from '../../../texts/events.js';

/** Downloads a signed receipt of a switch, which says who has it now. */
export function ReceiptLink({ eventId }: { eventId: number }) {
  return (
    <Button
      component="a"
      variant="default"
      href={`${basePath}/api/admin/events/${eventId}/receipt?format=jose`}
      download
    >
      {eventTexts.receipt}
    </Button>
  );
}
