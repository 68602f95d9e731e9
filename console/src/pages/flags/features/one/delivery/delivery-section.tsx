import { Anchor, Badge, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { applicationPath } from '../../../applications/application-path.js';
import type { Schemas } from '../../../../../api/client.js';
import { PROJECT_TOKENS_PATH } from '../../../projects/project-path.js';
import { Link } from '../../../../../app/router/link.js';
import { pathTo } from '../../../../../app/router/route.js';
import { PendingSdks } from '../../../switch/pending-sdks.js';
import { type Column, DataTable } from '../../../../../kit/tables/data-table.js';
import { EnvironmentName } from '../../../environments/environment-name.js';
import { productionFirst } from '../../../environments/production.js';
import { deliveryTexts as texts } from '../../../../../texts/feature-delivery.js';
import { FailureNotice, Loading } from '../../../../../kit/states.js';
import { Time } from '../../../../../kit/time.js';
import type { Feature } from '../../feature-queries.js';
import { type Delivery, type DeliveryPlace, deliveryQuery } from './delivery-queries.js';

/** Shows live which SDKs and applications have the latest change, by environment. */
export function DeliverySection({ feature: { project, name, environments } }: SectionProps) {
  return (
    <Stack maw="48rem">
      <Text size="sm" c="dimmed">
        {texts.intro}
      </Text>
      {productionFirst(environments).map((environment) => (
        <Paper
          key={environment.name}
          component="section"
          withBorder
          p="md"
          aria-label={environment.name}
        >
          <Title order={2} size="h4">
            <EnvironmentName {...environment} />
          </Title>
          <DeliveryIn
            project={project}
            feature={name}
            environment={environment.name}
            environments={environments.length}
          />
        </Paper>
      ))}
    </Stack>
  );
}

interface SectionProps {
  feature: Feature;
}

function DeliveryIn(place: DeliveryPlace) {
  const { data, error, refetch } = useQuery(deliveryQuery(place));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.changed}: {data.changedAt ? <Time at={data.changedAt} relative /> : texts.unknown}
      </Text>
      {data.connected === 0 ? (
        <NobodyConnected project={place.project} />
      ) : (
        <Report delivery={data} />
      )}
    </>
  );
}

function NobodyConnected({ project }: { project: string }) {
  return (
    <Text mt="xs">
      {texts.none}{' '}
      <Anchor component={Link} to={pathTo(PROJECT_TOKENS_PATH, { project })} underline="always">
        {texts.connect}
      </Anchor>
    </Text>
  );
}

const MOST_PENDING = 50;
/** The API lists no more. */
const MOST_APPLICATIONS = 100;

function Report({ delivery }: { delivery: Delivery }) {
  const { connected, delivered, applications, pending, environment } = delivery;
  const words = delivered === connected ? texts.all(connected) : texts.some(delivered, connected);
  return (
    <>
      <Text mt="xs" fw={600} role="status">
        {words}
      </Text>
      <Progress my="xs" aria-label={words} value={(100 * delivered) / connected} />
      <DataTable
        label={texts.applicationsIn(environment)}
        columns={COLUMNS}
        rows={applications}
        keyOf={({ appName }) => appName}
      />
      {applications.length === MOST_APPLICATIONS && <Text size="sm">{texts.moreApplications}</Text>}
      <PendingSdks pending={pending} most={MOST_PENDING} />
    </>
  );
}

type Application = Schemas['ApplicationDeliveryResponse'];

const COLUMNS: readonly Column<Application>[] = [
  {
    head: texts.application,
    isHead: true,
    cell: ({ appName }) =>
      appName ? (
        <Anchor component={Link} to={applicationPath(appName)} underline="always" inherit>
          {appName}
        </Anchor>
      ) : (
        texts.unnamed
      ),
  },
  { head: texts.has, cell: ({ delivered, connected }) => texts.share(delivered, connected) },
  {
    head: texts.state,
    cell: ({ delivered, connected }) =>
      delivered === connected ? (
        <Badge variant="light" color="teal" tt="none">
          {texts.done}
        </Badge>
      ) : (
        <Badge variant="light" color="orange" tt="none">
          {texts.waiting}
        </Badge>
      ),
  },
];
