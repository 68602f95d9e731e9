import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usedTokensQuery } from '../../../access/api-tokens/api-token-queries.js';
import { Connect } from '../../../access/api-tokens/connect.js';
import { CreateTokenButton } from '../../../access/api-tokens/create-token-button.js';
import { Link } from '../../../../app/router/link.js';
import { firstStepsTexts as texts } from '../../../../texts/first-steps.js';
import type { FoundFeature } from '../feature-queries.js';
import { Hidden } from '../../../../kit/hidden.js';
import { type RenderDialog, useDialog } from '../../../../kit/use-dialog.js';
import styles from './first-steps.module.css';
import { keepHidden, wasHidden } from './hidden.js';
import { type Step, stepsOf } from './steps.js';

const TITLE_ID = 'first-steps';
/** How often to look whether the application has connected. */
const LOOK_MS = 5_000;

export interface FirstStepsProps {
  features: readonly FoundFeature[];
  /** Shown when the steps are hidden, done, or cannot be told. */
  otherwise?: ReactNode;
}

/** Leads the first administrator to an application that asks for features. */
export function FirstSteps({ features, otherwise = null }: FirstStepsProps) {
  const [isHidden, setHidden] = useState(wasHidden);
  const hide = (): void => {
    setHidden(true);
    keepHidden();
  };
  const { data: tokens, error } = useQuery({
    ...usedTokensQuery,
    enabled: !isHidden,
    refetchInterval: LOOK_MS,
  });
  const [dialog, show] = useDialog();
  if (isHidden || error) return otherwise;
  if (!tokens) return null;
  const steps = stepsOf(features, tokens);
  const next = steps.find(({ isDone }) => !isDone);
  // The application may have connected before the dialog with the secret is closed.
  if (!next)
    return (
      <>
        {otherwise}
        {dialog}
      </>
    );
  return (
    <section aria-labelledby={TITLE_ID} className={styles.steps}>
      <div className={styles.head}>
        <Title order={2} size="h4" id={TITLE_ID}>
          {texts.title}
        </Title>
        <Button variant="subtle" size="compact-sm" onClick={hide}>
          {texts.hide}
        </Button>
      </div>
      <Text size="sm">{texts.intro}</Text>
      <ol className={styles.list}>
        {steps.map((step, index) => (
          <StepItem
            key={step.title}
            {...{ step, show }}
            number={index + 1}
            isNext={step === next}
          />
        ))}
      </ol>
      {dialog}
    </section>
  );
}

interface StepProps {
  step: Step;
  number: number;
  isNext: boolean;
  show: (render: RenderDialog) => void;
}

function StepItem({ step, number, isNext, show }: StepProps) {
  const { title, hint, isDone } = step;
  return (
    <li
      className={styles.step}
      data-done={isDone || undefined}
      aria-current={isNext ? 'step' : undefined}
    >
      <span className={styles.mark} aria-hidden>
        {isDone ? '✓' : number}
      </span>
      <div>
        <p className={styles.title}>
          {isDone && <Hidden>{texts.done} </Hidden>}
          {title}
        </p>
        {!isDone && <p className={styles.hint}>{hint}</p>}
        {isNext && <Doing step={step} show={show} />}
      </div>
    </li>
  );
}

/** Where or how the next step is done. */
function Doing({ step, show }: Pick<StepProps, 'step' | 'show'>) {
  const { link, createsToken, connects } = step;
  return (
    <>
      {connects && <Connect token={connects} />}
      {createsToken && (
        <div className={styles.action}>
          <CreateTokenButton show={show} />
        </div>
      )}
      {link && (
        <Button component={Link} to={link.to} size="sm" mt="xs">
          {link.label}
        </Button>
      )}
    </>
  );
}
