import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../../../api/failure-words.js';
import { UnverifiableError } from '../proof/crypto.js';
import { keysQuery } from '../proof/keys.js';
import { auditTexts as texts } from '../../../texts/audit.js';
import styles from './audit.module.css';
import { type ChainReport, verifyChain } from './checkpoint-chain.js';

/** Verifies all checkpoints from the first one, and shows how far it is. */
export function ChainVerification() {
  const queries = useQueryClient();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const [report, setReport] = useState<ChainReport>();
  const verifying = useMutation({
    mutationFn: async () => {
      const { signal } = (stop.current = new AbortController());
      setReport(undefined);
      try {
        await verifyChain(await queries.fetchQuery(keysQuery), signal, setReport);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  });
  return (
    <div className={styles.chain}>
      <div className={styles.actions}>
        <Button loading={verifying.isPending} onClick={() => verifying.mutate()}>
          {texts.verifyChain}
        </Button>
        {verifying.isPending && (
          <Button variant="default" onClick={() => stop.current?.abort()}>
            {texts.stop}
          </Button>
        )}
      </div>
      <div role="status">
        {report && <Report report={report} />}
        {verifying.error && (
          <Alert color="red">
            {verifying.error instanceof UnverifiableError
              ? verifying.error.message
              : wordsOf(verifying.error)}
          </Alert>
        )}
      </div>
    </div>
  );
}

function Report({
  report: { verified, findings, isDone, last, firstKeyId },
}: {
  report: ChainReport;
}) {
  if (findings.length > 0)
    return (
      <Alert color="red" title={texts.chainWrong(findings.length)}>
        <ul className={styles.steps}>
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      </Alert>
    );
  if (!isDone) return <Text size="sm">{texts.chainProgress(verified)}</Text>;
  return (
    <Alert color="teal" title={texts.chainDone(verified)}>
      {firstKeyId && (
        <Text size="sm">
          {texts.chainKey} <code className={styles.code}>{firstKeyId}</code>
        </Text>
      )}
      {last && (
        <Text size="sm">
          {texts.chainLast} <code className={styles.code}>{last.hash}</code>
        </Text>
      )}
    </Alert>
  );
}
