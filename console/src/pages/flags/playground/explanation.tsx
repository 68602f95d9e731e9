import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../../api/client.js';
import { playgroundTexts as texts } from '../../../texts/playground.js';
import { Hidden } from '../../../kit/hidden.js';
import styles from './playground.module.css';
import { type Reason, reasonsOf, type Result } from './reasons.js';

const STEP = 10;

interface ExplanationProps {
  feature: Schemas['AdvancedPlaygroundFeatureResponse'];
  environments: readonly string[];
}

/** Why a feature is on or off, for each environment and context. */
export function Explanation({ feature, environments }: ExplanationProps) {
  return (
    <div className={styles.explanation}>
      {environments.map((environment) => (
        <section key={environment} aria-label={environment}>
          <b>{environment}</b>
          <Contexts results={feature.environments[environment] ?? []} />
        </section>
      ))}
    </div>
  );
}

function Contexts({ results }: { results: readonly Result[] }) {
  const [shown, setShown] = useState(STEP);
  const rest = results.length - shown;
  return (
    <>
      {results.slice(0, shown).map((result, index) => (
        <div key={index} className={styles.result}>
          <div>
            <b className={result.isEnabled ? styles.on : undefined}>
              {texts.result(result.isEnabled)}
            </b>{' '}
            <code className={styles.code}>
              {Object.entries(result.context)
                .map(([name, value]) => `${name}=${value}`)
                .join(' ')}
            </code>
          </div>
          <Reasons reasons={reasonsOf(result)} />
        </div>
      ))}
      {rest > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => setShown(shown + STEP)}>
          {texts.showMore} ({texts.more(rest)})
        </Button>
      )}
    </>
  );
}

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ text, isMet, parts }, index) => (
        <li key={index}>
          {isMet !== undefined && (
            <span className={isMet ? styles.on : styles.off}>
              <span aria-hidden>{isMet ? '✓ ' : '✗ '}</span>
              <Hidden>{`${isMet ? texts.met : texts.unmet}: `}</Hidden>
            </span>
          )}
          {text}
          {parts && parts.length > 0 && <Reasons reasons={parts} />}
        </li>
      ))}
    </ul>
  );
}
