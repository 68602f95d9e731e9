import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { wordsOf } from '../../../api/failure-words.js';
import { statisticsTexts as texts } from '../../../texts/statistics.js';
import { announce } from '../../../kit/announcements.js';
import { saveFile } from '../../../kit/save-file.js';
import { type SignedStatistics, type Statistics, statisticsCsv } from './statistics-queries.js';
import styles from './statistics.module.css';

interface DownloadsProps {
  signed: SignedStatistics;
  numbers: Statistics;
}

/** Files with the statistics. */
export function Downloads({ signed, numbers }: DownloadsProps) {
  const name = `statistics-${(numbers.timestamp ?? '').slice(0, 19).replaceAll(':', '-')}`;
  const csv = useMutation({
    mutationFn: statisticsCsv,
    onSuccess: (text) => saveFile('statistics.csv', text, 'text/csv'),
    onError: (error) => void announce({ kind: 'failed', text: wordsOf(error) }),
  });
  return (
    <div className={styles.downloads}>
      <span>{texts.download}</span>
      <Button
        variant="default"
        onClick={() =>
          saveFile(`${name}.json`, JSON.stringify(numbers, null, 2), 'application/json')
        }
      >
        {texts.json}
      </Button>
      <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
        {texts.csv}
      </Button>
      <Button
        variant="default"
        onClick={() => saveFile(`${name}.jws`, JSON.stringify(signed), 'application/jose+json')}
      >
        {texts.signed}
      </Button>
      <Text size="sm" c="dimmed">
        {texts.csvNote}
      </Text>
    </div>
  );
}
