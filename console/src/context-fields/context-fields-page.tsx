import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.js';
import { contextFieldTexts as texts, segmentTexts, usageTexts } from '../texts/definitions.js';
import { uiTexts } from '../texts/ui.js';
import { type Column, Listing } from '../ui/listing.js';
import { Page } from '../ui/page.js';
import { PermittedButton } from '../ui/permitted-button.js';
import { RemovalDialog } from '../ui/removal-dialog.js';
import { EmptyState, FailureNotice, Loading } from '../ui/states.js';
import { UsageDialog } from '../ui/usage-dialog.js';
import { type RenderDialog, useDialog } from '../ui/use-dialog.js';
import { CreateContextField, EditContextField } from './context-field-dialogs.js';
import { type ContextField, contextFieldsQuery } from './context-field-queries.js';

const MOST_VALUES = 5;

const COLUMNS: readonly Column<ContextField>[] = [
  {
    head: uiTexts.name,
    cell: ({ name, description }) => (
      <div>
        {name}
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      </div>
    ),
  },
  { head: texts.stickiness, cell: ({ stickiness }) => (stickiness ? texts.yes : texts.no) },
  { head: texts.legalValues, cell: ({ legalValues }) => valuesOf(legalValues) },
  { head: texts.used, cell: ({ usedInFeatures }) => segmentTexts.usedIn(usedInFeatures ?? 0) },
];

function valuesOf(values: readonly { value: string }[]): string {
  const shown = values.slice(0, MOST_VALUES).map(({ value }) => value);
  if (shown.length === 0) return texts.anyValue;
  return values.length > MOST_VALUES ? `${shown.join(', ')}, …` : shown.join(', ');
}

/** What applications can tell about a request. */
export function ContextFieldsPage() {
  const [dialog, show] = useDialog();
  const { data, error, refetch } = useQuery(contextFieldsQuery);
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <PermittedButton
          needs="CREATE_CONTEXT_FIELD"
          onClick={() => show((close) => <CreateContextField onClose={close} />)}
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
          searched={({ name, description }) => `${name} ${description ?? ''}`}
          empty={<EmptyState title={texts.title}>{texts.empty}</EmptyState>}
          actions={({ name }) => <Actions name={name} show={show} />}
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

const pathOf = (contextField: string) => ({ path: { contextField } });

function Actions({ name, show }: { name: string; show: (render: RenderDialog) => void }) {
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() =>
          show((close) => (
            <UsageDialog
              name={name}
              read={(signal) =>
                bodyOf(
                  api.GET('/api/admin/context/{contextField}/strategies', {
                    params: pathOf(name),
                    signal,
                  }),
                )
              }
              onClose={close}
            />
          ))
        }
      >
        {usageTexts.show}
      </Button>
      <PermittedButton
        size="xs"
        variant="default"
        needs="UPDATE_CONTEXT_FIELD"
        onClick={() => show((close) => <EditContextField name={name} onClose={close} />)}
      >
        {uiTexts.edit}
      </PermittedButton>
      <PermittedButton
        size="xs"
        variant="default"
        needs="DELETE_CONTEXT_FIELD"
        onClick={() =>
          show((close) => (
            <RemovalDialog
              title={texts.deleteTitle(name)}
              action={texts.deleteTitle(name)}
              done={uiTexts.removed(name)}
              outdates={['context-fields']}
              onClose={close}
              send={() =>
                bodyOf(api.DELETE('/api/admin/context/{contextField}', { params: pathOf(name) }))
              }
            />
          ))
        }
      >
        {uiTexts.remove}
      </PermittedButton>
    </>
  );
}
