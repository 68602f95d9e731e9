import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { environmentTexts as texts } from '../../../texts/environments.js';
import { number } from '../../../texts/format.js';
import { uiTexts } from '../../../texts/ui.js';
import type { Column } from '../../../kit/listing.js';
import { ListingPage } from '../../../kit/listing-page.js';
import { useAction } from '../../../kit/use-action.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { RowActions } from '../../../kit/row-actions.js';
import { RowButton } from '../../../kit/row-button.js';
import {
  CloneEnvironment,
  CreateEnvironment,
  DeleteEnvironment,
  EditEnvironment,
} from './environment-dialogs.js';
import { EnvironmentName } from './environment-name.js';
import { type Environment, environmentsQuery } from './environment-queries.js';

const COLUMNS: readonly Column<Environment>[] = [
  { head: uiTexts.name, cell: (one) => <EnvironmentName name={one.name} type={one.type} /> },
  { head: texts.type, cell: ({ type }) => texts.types[type] ?? type },
  {
    head: texts.state,
    cell: (one) => (
      <Group gap="xs">
        <Badge variant="light" color={one.enabled ? 'teal' : 'gray'}>
          {one.enabled ? texts.on : texts.off}
        </Badge>
        {one.protected && (
          <Badge variant="default" title={texts.protectedHint}>
            {texts.protected}
          </Badge>
        )}
      </Group>
    ),
  },
  { head: texts.projects, cell: ({ projectCount }) => number(projectCount) },
  { head: texts.tokens, cell: ({ apiTokenCount }) => number(apiTokenCount) },
  { head: texts.enabled, cell: ({ enabledToggleCount }) => number(enabledToggleCount) },
];

/** The environments of the instance, in their order. */
export function EnvironmentsPage() {
  const found = useQuery(environmentsQuery);
  return (
    <ListingPage
      texts={texts}
      found={found}
      needs="CREATE_ENVIRONMENT"
      creation={(close) => <CreateEnvironment onClose={close} />}
      columns={COLUMNS}
      keyOf={({ name }) => name}
      searched={({ name, type }) => `${name} ${type}`}
      actions={(environment, show) => (
        <Actions environment={environment} all={found.data ?? []} show={show} />
      )}
    />
  );
}

/** Moves an environment by one place. */
function useMove({ name }: Environment, all: readonly Environment[]) {
  return useAction(
    (by: -1 | 1) => {
      const names = all.map((one) => one.name);
      const at = names.indexOf(name);
      names.splice(at, 1);
      names.splice(at + by, 0, name);
      const body = Object.fromEntries(names.map((one, index) => [one, index + 1]));
      return bodyOf(api.PUT('/api/admin/environments/sort-order', { body }));
    },
    { done: texts.moved(name), outdates: ['environments'] },
  );
}

interface ActionsProps {
  environment: Environment;
  all: readonly Environment[];
  show: (render: RenderDialog) => void;
}

/** Protected environments can only be moved. */
function Actions({ environment, all, show }: ActionsProps) {
  const { name } = environment;
  const move = useMove(environment, all);
  const moving = { needs: 'UPDATE_ENVIRONMENT', loading: move.isPending };
  const order = [
    <RowButton
      {...moving}
      key="up"
      aria-label={texts.up(name)}
      disabled={environment === all[0]}
      onClick={() => move.mutate(-1)}
    >
      {texts.moveUp}
    </RowButton>,
    <RowButton
      {...moving}
      key="down"
      aria-label={texts.down(name)}
      disabled={environment === all.at(-1)}
      onClick={() => move.mutate(1)}
    >
      {texts.moveDown}
    </RowButton>,
  ];
  const turn = useTurn(environment);
  if (environment.protected) return order;
  return (
    <RowActions of={name}>
      <RowButton
        needs="UPDATE_ENVIRONMENT"
        onClick={() => show((close) => <EditEnvironment name={name} onClose={close} />)}
      >
        {uiTexts.edit}
      </RowButton>
      <RowButton needs="UPDATE_ENVIRONMENT" loading={turn.isPending} onClick={() => turn.mutate()}>
        {environment.enabled ? texts.turnOff : texts.turnOn}
      </RowButton>
      <RowButton
        needs="CREATE_ENVIRONMENT"
        onClick={() =>
          show((close) => <CloneEnvironment environment={environment} onClose={close} />)
        }
      >
        {texts.clone}
      </RowButton>
      {order}
      <DeleteEnvironment name={name} show={show} />
    </RowActions>
  );
}

function useTurn({ name, enabled }: Environment) {
  return useAction(
    () =>
      bodyOf(
        api.POST(
          enabled ? '/api/admin/environments/{name}/off' : '/api/admin/environments/{name}/on',
          { params: { path: { name } } },
        ),
      ),
    { done: texts.turned(name, !enabled), outdates: ['environments'] },
  );
}
