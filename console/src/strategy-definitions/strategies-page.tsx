import { Badge, Group, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../api/client.js';
import { strategyTexts as texts } from '../texts/definitions.js';
import { uiTexts } from '../texts/ui.js';
import { type Column, Listing } from '../ui/listing.js';
import { Page } from '../ui/page.js';
import { PermittedButton } from '../ui/permitted-button.js';
import { RemovalDialog } from '../ui/removal-dialog.js';
import { EmptyState, FailureNotice, Loading } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { type RenderDialog, useDialog } from '../ui/use-dialog.js';
import { CreateStrategy, EditStrategy } from './strategy-dialogs.js';

type Strategy = Schemas['StrategyDefinitionResponse'];

const strategyDefinitionsQuery = queryOptions({
  queryKey: ['strategy-definitions', 'list'],
  queryFn: async ({ signal }): Promise<Strategy[]> =>
    (await bodyOf(api.GET('/api/admin/strategies', { signal }))).strategies,
});

const COLUMNS: readonly Column<Strategy>[] = [
  {
    head: uiTexts.name,
    cell: ({ name, displayName, title }) => (
      <div>
        {name}
        <Text size="sm" c="dimmed">
          {title || displayName}
        </Text>
      </div>
    ),
  },
  {
    head: uiTexts.description,
    cell: ({ description, editable, deprecated }) => (
      <Group gap="xs">
        {description}
        {!editable && <Badge variant="default">{texts.builtIn}</Badge>}
        {deprecated && (
          <Badge variant="light" color="orange">
            {texts.deprecated}
          </Badge>
        )}
      </Group>
    ),
  },
  {
    head: texts.parameters,
    cell: ({ parameters }) => parameters.map(({ name }) => name).join(', '),
  },
];

/** Lists the built-in and custom strategies. */
export function StrategiesPage() {
  const [dialog, show] = useDialog();
  const { data, error, refetch } = useQuery(strategyDefinitionsQuery);
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <PermittedButton
          needs="CREATE_STRATEGY"
          onClick={() => show((close) => <CreateStrategy onClose={close} />)}
        >
          {texts.create}
        </PermittedButton>
      }
    >
      {data ? (
        <Listing
          label={texts.title}
          items={data}
          columns={COLUMNS}
          keyOf={({ name }) => name}
          searched={({ name, title, description }) => [name, title, description].join(' ')}
          empty={<EmptyState title={texts.title}>{texts.empty}</EmptyState>}
          actions={(strategy) => <Actions strategy={strategy} show={show} />}
        />
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {dialog}
    </Page>
  );
}

interface ActionsProps {
  strategy: Strategy;
  show: (render: RenderDialog) => void;
}

/** Built-in strategies can be deprecated only. */
function Actions({ strategy: { name, editable, deprecated }, show }: ActionsProps) {
  const turn = useAction(
    () =>
      bodyOf(
        api.POST(
          deprecated
            ? '/api/admin/strategies/{strategyName}/reactivate'
            : '/api/admin/strategies/{strategyName}/deprecate',
          { params: { path: { strategyName: name } } },
        ),
      ),
    {
      done: deprecated ? texts.reactivatedDone(name) : texts.deprecatedDone(name),
      outdates: ['strategy-definitions'],
    },
  );
  return (
    <>
      <PermittedButton
        size="xs"
        variant="default"
        needs="UPDATE_STRATEGY"
        loading={turn.isPending}
        onClick={() => turn.mutate()}
      >
        {deprecated ? texts.reactivate : texts.deprecate}
      </PermittedButton>
      {editable && (
        <>
          <PermittedButton
            size="xs"
            variant="default"
            needs="UPDATE_STRATEGY"
            onClick={() => show((close) => <EditStrategy name={name} onClose={close} />)}
          >
            {uiTexts.edit}
          </PermittedButton>
          <PermittedButton
            size="xs"
            variant="default"
            needs="DELETE_STRATEGY"
            onClick={() => show((close) => <DeleteStrategy name={name} onClose={close} />)}
          >
            {uiTexts.remove}
          </PermittedButton>
        </>
      )}
    </>
  );
}

function DeleteStrategy({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <RemovalDialog
      title={texts.deleteTitle(name)}
      action={texts.deleteTitle(name)}
      done={uiTexts.removed(name)}
      outdates={['strategy-definitions']}
      onClose={onClose}
      send={() =>
        bodyOf(api.DELETE('/api/admin/strategies/{name}', { params: { path: { name } } }))
      }
    />
  );
}
