import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { uiTexts } from '../texts/ui.js';
import styles from './pagination.module.css';

interface PaginationProps {
  /** What is listed, where a page has several lists. */
  of?: string;
  total: number;
  size: number;
  /** Counted from 1. */
  page: number;
  onChange: (page: number) => void;
}

/**
 * Which rows of a list are shown, and the buttons to the previous and the next ones. A page that no
 * longer exists, such as after an archiving, leads to the last one.
 */
export function Pagination({ of, total, size, page, onChange }: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / size));
  const to = Math.min(page * size, total);
  useEffect(() => {
    if (page > last) onChange(last);
  }, [page, last, onChange]);
  return (
    <nav aria-label={uiTexts.pages(of)} className={styles.pages}>
      <Text size="sm" role="status">
        {uiTexts.range(Math.min((page - 1) * size + 1, total), to, total)}
      </Text>
      {last > 1 && (
        <>
          <Button variant="default" disabled={page <= 1} onClick={() => onChange(page - 1)}>
            {uiTexts.previousPage}
          </Button>
          <Button variant="default" disabled={page >= last} onClick={() => onChange(page + 1)}>
            {uiTexts.nextPage}
          </Button>
        </>
      )}
    </nav>
  );
}
