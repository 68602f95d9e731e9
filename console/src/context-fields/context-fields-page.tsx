import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.js';
import { versionedBodyOf } from '../api/versioned.js';
import { contextFieldTexts as texts, segmentTexts, usageTexts } from '../texts/definitions.js';
import { uiTexts } from '../texts/ui.js';
import { ListingPage } from '../ui/listing-page.js';
import { type Column } from '../ui/listing.js';
import { PermittedButton } from '../ui/permitted-button.js';
import { RemovalDialog } from '../ui/removal-dialog.js';
import { UsageDialog } from '../ui/usage-dialog.js';
import type { RenderDialog } from '../ui/use-dialog.js';
import { CreateContextField, EditContextField } from './context-field-dialogs.js';
import { type ContextField, contextFieldsQuery } from './context-field-queries.js';

const MOST_VALUES = 5;

const PATH = '/api/admin/context/{contextField}';
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
  return (
    <ListingPage
      texts={texts}
      found={useQuery(contextFieldsQuery)}
      needs="CREATE_CONTEXT_FIELD"
      creation={(close) => <CreateContextField onClose={close} />}
      columns={COLUMNS}
      keyOf={({ name }) => name}
      searched={({ name, description }) => `${name} ${description ?? ''}`}
      actions={({ name }, show) => <Actions name={name} show={show} />}
    />
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
              read={(signal) => versionedBodyOf(api.GET(PATH, { params: pathOf(name), signal }))}
              send={(header) => bodyOf(api.DELETE(PATH, { params: { ...pathOf(name), header } }))}
            />
          ))
        }
      >
        {uiTexts.remove}
      </PermittedButton>
    </>
  );
}
