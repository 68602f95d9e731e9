import { Alert, Badge, Text } from '@mantine/core';
import { wordsOf } from '../../../../api/failure-words.js';
import { bulkTexts as texts } from '../../../../texts/bulk.js';
import styles from './bulk-bar.module.css';
import type { BulkAction } from './bulk-requests.js';
import type { Part } from './use-bulk-change.js';

const COLORS = {
  ...{ possible: 'blue', proposed: 'blue', done: 'green' },
  ...{ approval: 'orange', guarded: 'orange', refused: 'red' },
};

/** What will become, or has become, of the features of each project. */
export function BulkParts({ parts, kind }: { parts: readonly Part[]; kind: BulkAction['kind'] }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={texts.parts}>
      <ul className={styles.parts} aria-busy={parts.some(isUnknown)}>
        {parts.map((part) => (
          <li key={part.project}>
            <div className={styles.part}>
              <Text fw={600}>{part.project}</Text>
              <Badge variant="light" color={COLORS[part.outcome?.is ?? 'possible']} tt="none">
                {stateOf(part, kind)}
              </Badge>
            </div>
            <Names part={part} kind={kind} />
            <Reasons part={part} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const isUnknown = ({ outcome }: Part): boolean => outcome === undefined;

function stateOf({ names, already, outcome }: Part, kind: BulkAction['kind']): string {
  if (!outcome) return texts.reading;
  if (outcome.is === 'possible' && names.length === already.length) return texts.already[kind];
  return outcome.is === 'possible'
    ? texts.will[kind]
    : outcome.is === 'done'
      ? texts.has[kind]
      : texts.states[outcome.is];
}

function Names({ part: { names, already }, kind }: { part: Part; kind: BulkAction['kind'] }) {
  return (
    <ul className={styles.names}>
      {names.map((name) => (
        <li key={name}>
          {name}
          {already.includes(name) && (
            <Text span size="sm" c="dimmed">{` (${texts.already[kind]})`}</Text>
          )}
        </li>
      ))}
    </ul>
  );
}

function Reasons({ part: { outcome } }: { part: Part }) {
  if (outcome?.is !== 'guarded' && outcome?.is !== 'refused') return null;
  const { is } = outcome;
  return (
    <Alert color={COLORS[is]} role="alert" mt="xs">
      {is === 'guarded'
        ? outcome.warnings.map(({ message }) => message).join(' ')
        : wordsOf(outcome.error)}
    </Alert>
  );
}
