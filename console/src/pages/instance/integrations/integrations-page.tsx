import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../app/router/link.js';
import { integrationTexts as texts } from '../../../texts/integrations.js';
import { number } from '../../../texts/format.js';
import { uiTexts } from '../../../texts/ui.js';
import { type Column, Listing } from '../../../kit/listing.js';
import { Page } from '../../../kit/page.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { RowActions } from '../../../kit/row-actions.js';
import { RowButton } from '../../../kit/row-button.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { useAction } from '../../../kit/use-action.js';
import { type RenderDialog, useDialog } from '../../../kit/use-dialog.js';
import { CreateIntegration, DeleteIntegration, EditIntegration } from './integration-dialogs.js';
import {
  type Addon,
  integrationsQuery,
  nameOfAddon,
  newestDeliveryQuery,
  type Provider,
  setEnabled,
} from './integration-queries.js';
import { integrationPath } from './integration-paths.js';

const allOr = (names: readonly string[]): string =>
  names.filter((name) => name !== '*').join(', ') || texts.all;

const COLUMNS: readonly Column<Addon>[] = [
  {
    head: texts.description,
    cell: (addon) => <Link to={integrationPath(addon.id)}>{nameOfAddon(addon)}</Link>,
  },
  { head: texts.provider, cell: ({ provider }) => provider },
  {
    head: texts.state,
    cell: (addon) => <State addon={addon} />,
  },
  { head: texts.events, cell: ({ events }) => number(events.length) },
  { head: texts.projects, cell: ({ projects }) => allOr(projects) },
  { head: texts.environments, cell: ({ environments }) => allOr(environments) },
];

/** Whether it is enabled, and whether its newest delivery was given up. */
function State({ addon: { id, enabled } }: { addon: Addon }) {
  const { data } = useQuery({ ...newestDeliveryQuery(id), enabled });
  const gaveUp = enabled && data?.state === 'failed';
  return (
    <Badge variant="light" color={gaveUp ? 'red' : enabled ? 'teal' : 'gray'}>
      {gaveUp ? texts.givesUp : enabled ? texts.on : texts.off}
    </Badge>
  );
}

/** All integrations, with what can be done with them. */
export function IntegrationsPage() {
  const [dialog, show] = useDialog();
  const { data, error, refetch } = useQuery(integrationsQuery);
  const providers = data?.providers ?? [];
  const create = (
    <PermittedButton
      needs="CREATE_ADDON"
      disabled={!data}
      onClick={() => show((close) => <CreateIntegration providers={providers} onClose={close} />)}
    >
      {texts.create}
    </PermittedButton>
  );
  return (
    <Page title={texts.title} intro={texts.intro} actions={create}>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Listing
          label={texts.title}
          items={data.addons}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          searched={({ description, provider }) => `${description} ${provider}`}
          empty={<EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>}
          actions={(addon) => (
            <Actions
              addon={addon}
              provider={providers.find(({ name }) => name === addon.provider)}
              show={show}
            />
          )}
        />
      )}
      {dialog}
    </Page>
  );
}

interface ActionsProps {
  addon: Addon;
  provider: Provider | undefined;
  show: (render: RenderDialog) => void;
}

function Actions({ addon, provider, show }: ActionsProps) {
  const name = nameOfAddon(addon);
  const toggle = useAction(() => setEnabled(addon.id, !addon.enabled), {
    done: addon.enabled ? texts.isOff(name) : texts.isOn(name),
    outdates: ['integrations'],
  });
  return (
    <RowActions of={name}>
      {provider && (
        <RowButton
          needs="UPDATE_ADDON"
          onClick={() =>
            show((close) => <EditIntegration addon={addon} provider={provider} onClose={close} />)
          }
        >
          {uiTexts.edit}
        </RowButton>
      )}
      <RowButton needs="UPDATE_ADDON" loading={toggle.isPending} onClick={() => toggle.mutate()}>
        {addon.enabled ? texts.turnOff : texts.turnOn}
      </RowButton>
      <DeleteIntegration addon={addon} show={show} />
    </RowActions>
  );
}
