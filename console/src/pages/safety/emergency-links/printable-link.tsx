import { Button, Text, Title } from '@mantine/core';
import { emergencyLinkTexts as texts } from '../../../texts/emergency-links.js';
import { QrCode } from '../../../kit/qr-code.js';
import { SecretDialog } from '../../../kit/secret.js';
import { Time } from '../../../kit/time.js';
import type { NewEmergencyLink } from './emergency-link-queries.js';
import { wordsOfLink } from './link-words.js';
import styles from './printable-link.module.css';

/** Shows a new link once, with a sheet that can be printed. */
export function PrintableLink({ link, onClose }: { link: NewEmergencyLink; onClose: () => void }) {
  const { url, reason, expiresAt } = link;
  return (
    <SecretDialog title={texts.created} label={texts.address} secret={url} onClose={onClose}>
      <Text my="sm">{texts.keep}</Text>
      <div className={styles.sheet}>
        <Title order={3}>{texts.sheet(wordsOfLink(link))}</Title>
        {reason !== null && <Text>{reason}</Text>}
        <QrCode text={url} label={texts.qr} />
        <Text className={styles.address}>{url}</Text>
        <Text>
          {texts.until} <Time at={expiresAt} />
        </Text>
      </div>
      <Button mt="lg" mr="sm" variant="default" onClick={() => window.print()}>
        {texts.print}
      </Button>
    </SecretDialog>
  );
}
