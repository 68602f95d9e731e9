import { Alert, FileInput, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { wordsOf } from '../../../api/failure-words.js';
import { UnverifiableError } from '../../audit/proof/crypto.js';
import { keysQuery } from '../../audit/proof/keys.js';
import { statisticsTexts as texts } from '../../../texts/statistics.js';
import { Time } from '../../../kit/time.js';
import { checkOf, NoStatisticsError, type StatisticsCheck } from './statistics-check.js';
import type { SignedStatistics } from './statistics-queries.js';
import styles from './statistics.module.css';

const MAX_BYTES = 1_000_000;

/** Verifies the shown statistics, and files that were saved earlier. */
export function Verification({ signed }: { signed: SignedStatistics }) {
  const queries = useQueryClient();
  const keys = () => queries.fetchQuery(keysQuery);
  const shown = useQuery({
    queryKey: ['statistics-check', signed.signature, signed.payload],
    queryFn: () => checkOf(JSON.stringify(signed), keys),
    retry: false,
  });
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {texts.verification}
      </Title>
      <div className={styles.verdicts} role="status">
        {shown.data ? (
          <Result check={shown.data} />
        ) : shown.error ? (
          <Unverified error={shown.error} />
        ) : (
          <Text size="sm">{texts.verifying}</Text>
        )}
      </div>
      <SavedFile keys={keys} />
    </section>
  );
}

function SavedFile({ keys }: { keys: () => Promise<readonly { kid: string; x: string }[]> }) {
  const checking = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_BYTES) throw new UnverifiableError(texts.tooLarge);
      return checkOf(await file.text(), keys);
    },
  });
  const name = checking.variables?.name ?? '';
  return (
    <>
      <FileInput
        className={styles.file}
        label={texts.checkFile}
        placeholder={texts.chooseFile}
        accept=".json,.jws,application/json,application/jose+json"
        clearable
        clearButtonProps={{ 'aria-label': texts.clearFile }}
        onChange={(file) => (file ? checking.mutate(file) : checking.reset())}
      />
      {(checking.data ?? checking.error) && (
        <div role="status" className={styles.verdicts}>
          <Text size="sm" fw={600}>
            {texts.checked(name)}
          </Text>
          {checking.data && (
            <Text size="sm">
              {texts.instance} <code className={styles.code}>{checking.data.instanceId}</code>{' '}
              {checking.data.timestamp !== null && <Time at={checking.data.timestamp} />}
            </Text>
          )}
          {checking.data ? <Result check={checking.data} /> : <Unverified error={checking.error} />}
        </div>
      )}
    </>
  );
}

function Unverified({ error }: { error: unknown }) {
  const words =
    error instanceof UnverifiableError
      ? error.message
      : error instanceof NoStatisticsError
        ? texts.noStatistics
        : wordsOf(error);
  return (
    <Alert color="yellow" title={texts.unverified}>
      {words}
    </Alert>
  );
}

function Result({ check: { sum, signature } }: { check: StatisticsCheck }) {
  return (
    <>
      <Alert
        color={sum.isRight ? 'teal' : 'red'}
        title={sum.isRight ? texts.sumRight : texts.sumWrong}
      >
        <Text size="sm">{sum.isRight ? texts.sumRightWhy : texts.sumWrongWhy}</Text>
        <Hash name={texts.givenSum} value={sum.given} />
        <Hash name={texts.computedSum} value={sum.computed} />
      </Alert>
      {signature === undefined ? (
        <Alert color="gray" title={texts.unverified}>
          {texts.unsigned}
        </Alert>
      ) : typeof signature === 'string' ? (
        <Alert color="yellow" title={texts.unverified}>
          {signature}
        </Alert>
      ) : (
        <Alert
          color={signature.result === 'valid' ? 'teal' : 'red'}
          title={texts.signature[signature.result]}
        >
          <Text size="sm">{texts.signatureWhy[signature.result]}</Text>
          <Hash name={texts.key} value={signature.keyId} />
        </Alert>
      )}
    </>
  );
}

function Hash({ name, value }: { name: string; value: string }) {
  return (
    <Text size="sm" className={styles.hash}>
      {name}: <code className={styles.code}>{value}</code>
    </Text>
  );
}
