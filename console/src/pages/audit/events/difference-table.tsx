import { Text } from '@mantine/core';
import { type Column, DataTable } from '../../../kit/tables/data-table.js';
import { eventTexts as texts } from '../../../texts/events.js';
import type { Difference } from './differences.js';
import styles from './events.module.css';

interface TableProps {
  differences: readonly Difference[];
  /** What to say when there are none. */
  none?: string;
  /** What the two states are called. */
  names?: { before: string; after: string };
}

/** Each value that differs, before and after. */
export function DifferenceTable({
  differences,
  none = texts.noDifferences,
  names = texts,
}: TableProps) {
  if (differences.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  const columns: readonly Column<Difference>[] = [
    { head: texts.property, isHead: true, cell: ({ path }) => path },
    { head: names.before, cell: ({ before }) => <Value text={before} as="del" /> },
    { head: names.after, cell: ({ after }) => <Value text={after} as="ins" /> },
  ];
  return (
    <DataTable
      label={texts.differences}
      columns={columns}
      rows={differences}
      keyOf={({ path }) => path}
    />
  );
}

function Value({ text, as: Tag }: { text: string | undefined; as: 'del' | 'ins' }) {
  if (text === undefined)
    return (
      <Text span size="sm" c="dimmed">
        {texts.absent}
      </Text>
    );
  return (
    <Tag className={styles.value} tabIndex={text.length > LONG ? 0 : undefined}>
      {text}
    </Tag>
  );
}

/** Longer values may have to be scrolled, also by keyboard. */
const LONG = 500;
