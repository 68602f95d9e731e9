import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../../../app/session/me.js';
import { isAllowed } from '../../../../app/session/permissions.js';
import { switchLack } from '../../switch/switch-permission.js';
import { bulkTexts } from '../../../../texts/bulk.js';
import { failureTexts } from '../../../../texts/failures.js';
import { announce } from '../../../../kit/announcements.js';
import { BulkDialog } from './bulk-dialog.js';
import styles from './bulk-bar.module.css';
import type { BulkProps } from './bulk-host.js';
import type { BulkAction } from './bulk-requests.js';
import { environmentColumns } from './environment-columns.js';

/** What can be done with the selected features. */
export function BulkBar({ features, areArchived, onDone }: BulkProps) {
  const environments = environmentColumns(features).map(({ name }) => name);
  const [chosen, setChosen] = useState<string>();
  const [action, setAction] = useState<BulkAction>();
  const environment = environments.find((name) => name === chosen) ?? environments[0] ?? '';
  const lackOf = useLacks(features, environment);
  const button = (label: string, next: BulkAction) => {
    const lack = lackOf(next);
    return (
      <Button
        variant="default"
        size="sm"
        title={lack}
        aria-disabled={lack ? true : undefined}
        data-disabled={lack ? true : undefined}
        onClick={() => (lack ? announce({ kind: 'note', text: lack }) : setAction(next))}
      >
        {label}
      </Button>
    );
  };
  return (
    <section className={styles.bar} aria-label={bulkTexts.bar}>
      <Text size="sm" role="status">
        {bulkTexts.selected(features.length)}
      </Text>
      {areArchived ? (
        button(bulkTexts.revive, { kind: 'revive' })
      ) : (
        <>
          <NativeSelect
            aria-label={bulkTexts.environment}
            data={environments}
            value={environment}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          />
          {button(bulkTexts.turnOn, { kind: 'on', environment })}
          {button(bulkTexts.turnOff, { kind: 'off', environment })}
          {button(bulkTexts.archive, { kind: 'archive' })}
          {button(bulkTexts.tag, { kind: 'tag', type: 'simple', value: '' })}
          {button(bulkTexts.untag, { kind: 'untag', type: '', value: '' })}
        </>
      )}
      <Button variant="subtle" size="sm" onClick={onDone}>
        {bulkTexts.clear}
      </Button>
      {action && (
        <BulkDialog
          action={action}
          features={features}
          onClose={() => setAction(undefined)}
          onDone={() => {
            setAction(undefined);
            onDone();
          }}
        />
      )}
    </section>
  );
}

/** Why the person may not do something with any of the features; the dialog shows it of some. */
function useLacks(features: BulkProps['features'], environment: string) {
  const me = useMe();
  const projects = [...new Set(features.map(({ project }) => project))];
  return ({ kind }: BulkAction): string | undefined => {
    const needed = [kind === 'archive' ? 'DELETE_FEATURE' : 'UPDATE_FEATURE'];
    const lacks = projects.map((project) => {
      if (kind === 'on' || kind === 'off')
        return switchLack(me, { project, environment }, kind === 'on');
      return isAllowed(me, needed, { project }) ? undefined : failureTexts.lacking(needed);
    });
    return lacks.every(Boolean) ? lacks[0] : undefined;
  };
}
