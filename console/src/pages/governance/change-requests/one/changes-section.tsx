import { service } from '../../../../api/failure-words.js';
import { Alert, Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DifferenceTable } from '../../../audit/events/difference-table.js';
import { differencesOf } from '../../../audit/events/differences.js';
import { featurePath } from '../../../flags/features/feature-path.js';
import { featureQuery } from '../../../flags/features/feature-queries.js';
import { Link } from '../../../../app/router/link.js';
import { segmentsQuery } from '../../../flags/segments/segment-queries.js';
import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import type { AuditEvent } from '../../../audit/audit/audit-queries.js';
import { appliedEventsQuery, type Change, type ChangeRequest } from '../change-request-queries.js';
import { isOpen } from '../state-badge.js';
import { ChangeActions } from './change-actions.js';
import styles from './change-request.module.css';
import { type Present, replacedStatesOf, statesOf } from './states-of-change.js';
import { wordsOfChange } from './words-of-change.js';

/** Each feature is read for its differences, so not all of them are shown at once. */
const FEATURES_AT_ONCE = 10;

/** What a change request changes, compared with the present while it can be applied. */
export function ChangesSection({ request }: { request: ChangeRequest }) {
  const { features, segments } = request;
  const [most, setMost] = useState(FEATURES_AT_ONCE);
  const left = features.length - most;
  return (
    <section aria-label={texts.changes} className={styles.section}>
      <Title order={2} size="h4">
        {texts.changes}
      </Title>
      {features.length + segments.length === 0 && <Text>{texts.nothing}</Text>}
      {features.slice(0, most).map((feature) => (
        <FeatureChanges key={feature.name} request={request} feature={feature} />
      ))}
      {left > 0 && (
        <Button variant="default" mt="sm" onClick={() => setMost(most + FEATURES_AT_ONCE)}>
          {texts.more(Math.min(left, FEATURES_AT_ONCE))}
        </Button>
      )}
      {segments.map((change) => (
        <SegmentChange key={change.id} request={request} change={change} />
      ))}
    </section>
  );
}

interface FeatureChangesProps {
  request: ChangeRequest;
  feature: ChangeRequest['features'][number];
}

function FeatureChanges({ request, feature: { name, changes } }: FeatureChangesProps) {
  const { project, environment, state } = request;
  const { data } = useQuery({ ...featureQuery(project, name), enabled: isOpen(state) });
  const now = data?.environments.find((one) => one.name === environment);
  const present = isOpen(state) ? { environment: now } : {};
  const { data: applied } = useQuery(appliedEventsQuery(request, { feature: `IS:${name}` }));
  const title = <Link to={featurePath(project, name)}>{name}</Link>;
  return (
    <Changes
      request={request}
      subject={name}
      title={title}
      changes={changes}
      present={present}
      applied={applied}
    />
  );
}

interface SegmentChangeProps {
  request: ChangeRequest;
  change: ChangeRequest['segments'][number];
}

function SegmentChange({ request, change }: SegmentChangeProps) {
  const { data } = useQuery({ ...segmentsQuery, enabled: isOpen(request.state) });
  const { data: applied } = useQuery(appliedEventsQuery(request, { type: 'IS:segment-updated' }));
  const { id } = (change.payload ?? {}) as { id?: number };
  const present = isOpen(request.state) ? { segment: data?.find((one) => one.id === id) } : {};
  const subject = texts.segment(change.name);
  return (
    <Changes
      request={request}
      subject={subject}
      title={subject}
      changes={[change]}
      present={present}
      applied={applied}
    />
  );
}

interface ChangesProps {
  request: ChangeRequest;
  subject: string;
  title: ReactNode;
  changes: readonly Change[];
  present: Present;
  /** The events that it has caused; undefined until it is applied. */
  applied: readonly AuditEvent[] | undefined;
}

function Changes({ request, subject, title, changes, present, applied }: ChangesProps) {
  return (
    <section aria-label={subject} className={styles.subject}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <ol className={styles.changes}>
        {changes.map((change) => (
          <li key={change.id}>
            <div className={styles.head}>
              <Text fw={600}>{wordsOfChange(change)}</Text>
              <ChangeActions request={request} change={change} subject={subject} />
            </div>
            {change.proposedBy && (
              <Text size="sm" c="dimmed">
                {texts.proposedBy(change.proposedBy)}
              </Text>
            )}
            {change.conflict && (
              <Alert color="orange" my="xs" title={texts.conflict}>
                {service.told(change.conflict)}
              </Alert>
            )}
            <Differences change={change} present={present} applied={applied} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const NAMES = { before: texts.present, after: texts.proposed };
const APPLIED_NAMES = { before: texts.replaced, after: texts.replacement };

interface DifferencesProps extends Pick<ChangesProps, 'present' | 'applied'> {
  change: Change;
}

function Differences({ change, present, applied }: DifferencesProps) {
  const replaced = applied && replacedStatesOf(change, applied);
  const { before, after } = replaced ?? statesOf(change, present);
  if (!before && Object.keys(after ?? {}).length === 0) return null;
  return (
    <DifferenceTable
      differences={differencesOf(before, after)}
      none={texts.noDifference}
      names={replaced ? APPLIED_NAMES : NAMES}
    />
  );
}
