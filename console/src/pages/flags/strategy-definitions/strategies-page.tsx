import { Badge, Group, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { versionedBodyOf } from '../../../api/versioned.js';
import { strategyTexts as texts } from '../../../texts/definitions.js';
import { uiTexts } from '../../../texts/ui.js';
import { ListingPage } from '../../../kit/listing-page.js';
import { type Column } from '../../../kit/listing.js';
import { useAction } from '../../../kit/use-action.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { RowActions } from '../../../kit/row-actions.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { TwoLines } from '../../../kit/two-lines.js';
import { CreateStrategy, EditStrategy } from './strategy-dialogs.js';
import { strategyTexts } from '../../../texts/strategies.js';
import { builtIn } from '../../../kit/built-in.js';

type Strategy = Schemas['StrategyDefinitionResponse'];

const strategyDefinitionsQuery = queryOptions({
  queryKey: ['strategy-definitions', 'list'],
  queryFn: async ({ signal }): Promise<Strategy[]> =>
    (await bodyOf(api.GET('/api/admin/strategies', { signal }))).strategies,
});

/** Built-in strategies, in the words of the pages of features. */
const { names } = strategyTexts;

const COLUMNS: readonly Column<Strategy>[] = [
  {
    head: uiTexts.name,
    cell: ({ name, displayName, title }) => (
      <TwoLines below={title || (names[name] ?? displayName)}>{name}</TwoLines>
    ),
  },
  {
    head: uiTexts.description,
    cell: ({ description, editable, deprecated }) => (
      <Group gap="xs">
        {builtIn(description)}
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
    cell: ({ parameters }) => parameters.map(({ name }) => name).join(', ') || texts.noParameters,
  },
];

/** Lists the built-in and custom strategies. */
export function StrategiesPage() {
  return (
    <ListingPage
      texts={texts}
      found={useQuery(strategyDefinitionsQuery)}
      needs="CREATE_STRATEGY"
      creation={(close) => <CreateStrategy onClose={close} />}
      columns={COLUMNS}
      keyOf={({ name }) => name}
      searched={({ name, title, description }) => [name, title, description].join(' ')}
      actions={(strategy, show) => <Actions strategy={strategy} show={show} />}
    />
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
    <RowActions of={name}>
      {editable && (
        <RowButton
          needs="UPDATE_STRATEGY"
          onClick={() => show((close) => <EditStrategy name={name} onClose={close} />)}
        >
          {uiTexts.edit}
        </RowButton>
      )}
      <RowButton needs="UPDATE_STRATEGY" loading={turn.isPending} onClick={() => turn.mutate()}>
        {deprecated ? texts.reactivate : texts.deprecate}
      </RowButton>
      {editable && <DeleteStrategy name={name} show={show} />}
    </RowActions>
  );
}

const PATH = '/api/admin/strategies/{name}';

interface DeleteStrategyProps {
  name: string;
  show: (render: RenderDialog) => void;
}

function DeleteStrategy({ name, show }: DeleteStrategyProps) {
  const params = { path: { name } };
  return (
    <RowRemoval
      needs="DELETE_STRATEGY"
      show={show}
      title={texts.deleteTitle(name)}
      done={uiTexts.removed(name)}
      outdates={['strategy-definitions']}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params, signal }))}
      send={(header) => bodyOf(api.DELETE(PATH, { params: { ...params, header } }))}
    >
      <Text>{texts.deleteHint}</Text>
    </RowRemoval>
  );
}
