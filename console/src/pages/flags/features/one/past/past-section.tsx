import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ApiFailure } from '../../../../../api/failures.js';
import { DifferenceTable } from '../../../../audit/events/difference-table.js';
import { useSearch } from '../../../../../app/router/location.js';
import { pastTexts as texts } from '../../../../../texts/feature-past.js';
import { momentOf } from '../../../../../kit/moment.js';
import { MomentField, useMoment } from '../../../../../kit/moment-field.js';
import { Answer } from '../../../../../kit/answer.js';
import { EmptyState, FailureNotice, Loading } from '../../../../../kit/states.js';
import type { Feature } from '../../feature-queries.js';
import { FormerState } from './former-state.js';
import styles from './past.module.css';
import { changesQuery, type FormerFeature, formerFeatureQuery } from './past-queries.js';
import { wordsOfChanges } from './words-of-changes.js';

/** Shows a feature as it was at a moment, and what has changed since. */
export function PastSection({ feature }: { feature: Feature }) {
  const [search, change] = useSearch();
  const moment = momentOf(search.get('at'));
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.intro}
      </Text>
      <MomentForm
        key={search.get('at')}
        moment={moment}
        onChoose={(next) => change({ at: next.toISOString() })}
      />
      {moment ? (
        <Past feature={feature} at={moment.toISOString()} />
      ) : (
        <EmptyState title={texts.choose}>{texts.chooseHint}</EmptyState>
      )}
    </>
  );
}

interface MomentProps {
  moment: Date | undefined;
  onChoose: (moment: Date) => void;
}

function MomentForm({ moment, onChoose }: MomentProps) {
  const choice = useMoment(moment);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const past = choice.read();
    if (past) onChoose(past);
  };
  return (
    <form className={styles.moment} onSubmit={submit}>
      <MomentField label={texts.moment} moment={choice} />
      <Button type="submit">{texts.show}</Button>
    </form>
  );
}

interface PastProps {
  feature: Feature;
  at: string;
}

function Past({ feature, at }: PastProps) {
  const { project, name } = feature;
  const { data, error, refetch } = useQuery(formerFeatureQuery(project, name, at));
  if (error instanceof ApiFailure && error.status === 404)
    return <EmptyState title={texts.absentTitle}>{texts.absent}</EmptyState>;
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  return (
    <>
      <FormerState feature={data} at={at} />
      <Changes now={feature} then={data} at={at} />
    </>
  );
}

interface ChangesProps {
  now: Feature;
  then: FormerFeature;
  at: string;
}

function Changes({ now, then, at }: ChangesProps) {
  const answer = useQuery(changesQuery(now.project, now.name, at));
  return (
    <section aria-label={texts.changes} className={styles.part}>
      <Title order={2} size="h4">
        {texts.changes}
      </Title>
      <Answer of={answer}>
        {(data) => (
          <DifferenceTable
            differences={wordsOfChanges(data, [then, now])}
            none={texts.none}
            names={{ before: texts.was, after: texts.is }}
          />
        )}
      </Answer>
    </section>
  );
}
