import { Button, Text } from '@mantine/core';
import { featureTexts } from '../../texts/features.js';
import { uiTexts } from '../../texts/ui.js';
import { PAGE_SIZE } from './list-search.js';
import styles from './features.module.css';

interface PagesProps {
  total: number;
  page: number;
  onChange: (page: number) => void;
}

/** Which features are shown, and the buttons to the previous and next ones. */
export function Pages({ total, page, onChange }: PagesProps) {
  const from = (page - 1) * PAGE_SIZE + 1;
  const to = Math.min(page * PAGE_SIZE, total);
  return (
    <nav aria-label={featureTexts.pages} className={styles.pages}>
      <Text size="sm" role="status">
        {uiTexts.range(from, to, total)}
      </Text>
      {total > PAGE_SIZE && (
        <>
          <Button
            variant="default"
            size="sm"
            disabled={page <= 1}
            onClick={() => onChange(page - 1)}
          >
            {uiTexts.previousPage}
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={to >= total}
            onClick={() => onChange(page + 1)}
          >
            {uiTexts.nextPage}
          </Button>
        </>
      )}
    </nav>
  );
}
