import { Button, Text } from '@mantine/core';
import { tableTexts } from '../texts/tables.js';
import { uiTexts } from '../texts/ui.js';
import styles from './data-table.module.css';

interface OffsetPagesProps {
  /** What is listed, where a page has several lists. */
  of?: string;
  total: number;
  size: number;
  /** Counted from 1. */
  page: number;
  onChange: (page: number) => void;
}

/** Which rows are shown, and the buttons to the previous and the next ones. */
export function OffsetPages({ of, total, size, page, onChange }: OffsetPagesProps) {
  const to = Math.min(page * size, total);
  return (
    <nav aria-label={tableTexts.pages(of)} className={styles.pages}>
      <Text size="sm" role="status">
        {uiTexts.range(Math.min((page - 1) * size + 1, total), to, total)}
      </Text>
      {(total > size || page > 1) && (
        <>
          <Button variant="default" disabled={page <= 1} onClick={() => onChange(page - 1)}>
            {uiTexts.previousPage}
          </Button>
          <Button variant="default" disabled={to >= total} onClick={() => onChange(page + 1)}>
            {uiTexts.nextPage}
          </Button>
        </>
      )}
    </nav>
  );
}
