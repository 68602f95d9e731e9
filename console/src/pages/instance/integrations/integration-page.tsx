import { Alert, Anchor, Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { Link } from '../../../app/router/link.js';
import { useSearch } from '../../../app/router/location.js';
import type { PageProps } from '../../../app/router/route.js';
import { integrationTexts as texts } from '../../../texts/integrations.js';
import { type Column, Listing } from '../../../kit/listing.js';
import { Page } from '../../../kit/page.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { useAction } from '../../../kit/use-action.js';
import {
  type Delivery,
  deliveriesQuery,
  integrationsQuery,
  LOG_SIZE,
  nameOfAddon,
} from './integration-queries.js';
import type { INTEGRATION_PATH } from './integration-paths.js';

const COLUMNS: readonly Column<Delivery>[] = [
  { head: texts.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: texts.result,
    cell: ({ state }) => (
      <Badge variant="light" color={state === 'failed' ? 'red' : 'teal'}>
        {texts.results[state]}
      </Badge>
    ),
  },
  {
    head: texts.event,
    cell: ({ event }) => [event.type, event.featureName].filter(Boolean).join(': '),
  },
  { head: texts.attempts, cell: ({ details }) => details.attempts },
  { head: texts.details, cell: ({ stateDetails }) => stateDetails },
];

/** The log of an integration, and a test message. */
export function IntegrationPage({ params }: PageProps<typeof INTEGRATION_PATH>) {
  const id = Number(params.id);
  const { data } = useQuery(integrationsQuery);
  const addon = data?.addons.find((one) => one.id === id);
  const test = useAction(
    () => bodyOf(api.POST('/api/admin/addons/{id}/test', { params: { path: { id } } })),
    { outdates: ['integrations'] },
  );
  const button = (
    <PermittedButton needs="UPDATE_ADDON" loading={test.isPending} onClick={() => test.mutate()}>
      {texts.test}
    </PermittedButton>
  );
  return (
    <Page title={texts.logOf(addon ? nameOfAddon(addon) : params.id)} actions={button}>
      <Anchor component={Link} to="/integrations" display="inline-block" mb="md">
        {texts.backToList}
      </Anchor>
      {test.data && <TestResult result={test.data} />}
      <Log id={id} />
    </Page>
  );
}

function TestResult({ result }: { result: Schemas['TestDeliveryResponse'] }) {
  const { state, status, stateDetails } = result;
  const isGood = state === 'success';
  return (
    <Alert
      role={isGood ? 'status' : 'alert'}
      color={isGood ? 'teal' : 'red'}
      title={isGood ? texts.testDone : texts.testFailed}
      mb="md"
    >
      {stateDetails} {status !== null && texts.status(status)}
    </Alert>
  );
}

function Log({ id }: { id: number }) {
  const [search, change] = useSearch();
  const offset = Math.max(0, Math.floor(Number(search.get('from'))) || 0);
  const { data, error, refetch } = useQuery(deliveriesQuery(id, offset));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  const to = (from: number): void => change({ from: from > 0 ? from : undefined, page: undefined });
  return (
    <>
      <Listing
        label={texts.deliveries}
        items={data}
        columns={COLUMNS}
        keyOf={(delivery) => delivery.id}
        searched={({ event, stateDetails }) => `${event.type} ${event.featureName} ${stateDetails}`}
        empty={<EmptyState title={texts.noDeliveries}>{texts.noDeliveriesHint}</EmptyState>}
      />
      <Group mt="md" justify="flex-end">
        {offset > 0 && (
          <Button variant="default" onClick={() => to(offset - LOG_SIZE)}>
            {texts.newer}
          </Button>
        )}
        {data.length === LOG_SIZE && (
          <Button variant="default" onClick={() => to(offset + LOG_SIZE)}>
            {texts.older}
          </Button>
        )}
      </Group>
    </>
  );
}
