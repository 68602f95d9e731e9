import { Alert, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useState } from 'react';
import type { Schemas } from '../../../api/client.js';
import { featurePath } from '../features/feature-path.js';
import { Link } from '../../../app/router/link.js';
import type { PageProps } from '../../../app/router/route.js';
import { type Column, DataTable } from '../../../kit/tables/data-table.js';
import { PagedTable } from '../../../kit/tables/paged-table.js';
import { applicationTexts as texts } from '../../../texts/applications.js';
import { Page } from '../../../kit/page.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { Answer } from '../../../kit/answer.js';
import { Time } from '../../../kit/time.js';
import { LazyPart } from '../../../kit/lazy-part.js';
import type { APPLICATION_PATH } from './application-path.js';
import { applicationQuery } from './application-queries.js';
import styles from './applications.module.css';

type Overview = Schemas['ApplicationOverviewResponse'];
const DeleteDialog = lazy(async () => ({
  default: (await import('./delete-application-dialog.js')).DeleteApplicationDialog,
}));

/** An application: problems, environments, instances and features. */
export function ApplicationPage({ params: { application } }: PageProps<typeof APPLICATION_PATH>) {
  const answer = useQuery(applicationQuery(application));
  const { data } = answer;
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Page
      title={application}
      intro={data && (data.application.description || texts.noDescription)}
      actions={
        data && (
          <PermittedButton
            variant="default"
            needs="UPDATE_APPLICATION"
            onClick={() => setDeleting(true)}
          >
            {texts.remove}
          </PermittedButton>
        )
      }
    >
      <Answer of={answer}>
        {(data) => (
          <>
            <Issues overview={data.overview} />
            <Part title={texts.environments}>
              <Environments environments={data.overview.environments} />
            </Part>
            <Part title={texts.instances} note={texts.instancesNote}>
              <PagedTable
                label={texts.instances}
                columns={INSTANCES}
                rows={data.application.instances}
                keyOf={({ instanceId, environment }) => `${instanceId} ${environment}`}
                none={texts.noInstances}
              />
            </Part>
            <Part title={texts.features} note={texts.featuresNote}>
              <PagedTable
                label={texts.features}
                columns={FEATURES}
                rows={data.application.seenToggles}
                keyOf={({ name }) => name ?? ''}
                none={texts.noFeatures}
              />
            </Part>
          </>
        )}
      </Answer>
      {isDeleting && (
        <LazyPart>
          <DeleteDialog application={application} onClose={() => setDeleting(false)} />
        </LazyPart>
      )}
    </Page>
  );
}

interface PartProps {
  title: string;
  note?: string;
  children: ReactNode;
}

function Part({ title, note, children }: PartProps) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      {children}
    </section>
  );
}

function Issues({ overview: { issues, environments } }: { overview: Overview }) {
  const found = [
    ...(issues.missingStrategies.length > 0
      ? [texts.missingStrategies(issues.missingStrategies)]
      : []),
    ...environments.flatMap(({ name, issues: { missingFeatures, outdatedSdks } }) => [
      ...(missingFeatures.length > 0 ? [texts.missingFeatures(name, missingFeatures)] : []),
      ...(outdatedSdks.length > 0 ? [texts.outdatedSdks(name, outdatedSdks)] : []),
    ]),
  ];
  if (found.length === 0) return <Text c="dimmed">{texts.noIssues}</Text>;
  return (
    <Alert color="yellow" title={texts.issues}>
      {found.map((issue) => (
        <Text key={issue} size="sm">
          {issue}
        </Text>
      ))}
    </Alert>
  );
}

const ENVIRONMENTS: readonly Column<Schemas['ApplicationEnvironmentResponse']>[] = [
  { head: texts.environment, isHead: true, cell: ({ name }) => name },
  { head: texts.instances, cell: ({ instanceCount }) => texts.instanceCount(instanceCount) },
  { head: texts.sdks, cell: ({ sdks }) => sdks.join(', ') || texts.notReported },
  { head: texts.lastSeen, cell: ({ lastSeen }) => <Time at={lastSeen} relative /> },
];

function Environments({ environments }: Pick<Overview, 'environments'>) {
  if (environments.length === 0) return <Text c="dimmed">{texts.noInstances}</Text>;
  return (
    <DataTable
      label={texts.environments}
      columns={ENVIRONMENTS}
      rows={environments}
      keyOf={({ name }) => name}
    />
  );
}

const INSTANCES: readonly Column<Schemas['PlacedInstanceResponse']>[] = [
  { head: texts.instance, isHead: true, cell: ({ instanceId }) => instanceId },
  { head: texts.environment, cell: ({ environment }) => environment },
  { head: texts.sdk, cell: ({ sdkVersion }) => sdkVersion ?? texts.notReported },
  { head: texts.address, cell: ({ clientIp }) => clientIp ?? texts.notReported },
  { head: texts.lastSeen, cell: ({ lastSeen }) => <Time at={lastSeen} relative /> },
];

const FEATURES: readonly Column<Schemas['SeenFeatureResponse']>[] = [
  {
    head: texts.feature,
    isHead: true,
    cell: ({ name = '', project, archived, notFound }) =>
      notFound || archived || !project ? (
        `${name} (${notFound ? texts.missing : texts.archived})`
      ) : (
        <Link to={featurePath(project, name)} className={styles.link}>
          {name}
        </Link>
      ),
  },
  { head: texts.project, cell: ({ project }) => project ?? '–' },
  { head: texts.lastUsed, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} relative /> },
];
