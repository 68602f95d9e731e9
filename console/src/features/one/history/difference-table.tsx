import { Text } from '@mantine/core';
import { historyTexts as texts } from '../../../texts/history.js';
import { differencesOf } from './differences.js';
import styles from './history.module.css';

interface TableProps {
  before: Readonly<Record<string, unknown>> | null | undefined;
  after: Readonly<Record<string, unknown>> | null | undefined;
}

/** What an event changed: each value before and after it. */
export function DifferenceTable({ before, after }: TableProps) {
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <Text size="sm">{texts.noDifferences}</Text>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{texts.path}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.after}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ path, before: old, after: next }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>{old === undefined ? <Nothing /> : <del>{old}</del>}</td>
            <td>{next === undefined ? <Nothing /> : <ins>{next}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Nothing() {
  return (
    <Text span size="sm" c="dimmed">
      {texts.nothing}
    </Text>
  );
}
