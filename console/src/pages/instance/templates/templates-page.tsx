import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import type { Column } from '../../../kit/listing.js';
import { ListingPage } from '../../../kit/listing-page.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { Time } from '../../../kit/time.js';
import { TwoLines } from '../../../kit/two-lines.js';
import { templateTexts as texts } from '../../../texts/templates.js';
import { uiTexts } from '../../../texts/ui.js';
import { CreateTemplate, UseTemplate } from './template-dialogs.js';
import { type Template, templatesQuery } from './template-queries.js';

const COLUMNS: readonly Column<Template>[] = [
  {
    head: uiTexts.name,
    cell: ({ name, description }) => <TwoLines below={description ?? undefined}>{name}</TwoLines>,
  },
  {
    head: texts.makes,
    cell: ({ kind, features }) => (kind === 'feature' ? texts.feature : texts.project(features)),
  },
  {
    head: texts.parameters,
    cell: ({ parameters }) => parameters.map(({ name }) => name).join(', ') || texts.none,
  },
  {
    head: uiTexts.created,
    cell: ({ createdAt, createdBy }) => (
      <TwoLines below={createdBy}>
        <Time at={createdAt} relative />
      </TwoLines>
    ),
  },
];

/** Templates of features and projects. */
export function TemplatesPage() {
  const found = useQuery(templatesQuery);
  return (
    <ListingPage
      texts={texts}
      found={found}
      needs="CREATE_PROJECT"
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={({ name, description }) => `${name} ${description ?? ''}`}
      creation={(close) => <CreateTemplate onClose={close} />}
      actions={(template, show) => (
        <>
          <RowButton
            aria-label={texts.useOf(template.name)}
            onClick={() => show((close) => <UseTemplate template={template} onClose={close} />)}
          >
            {texts.use}
          </RowButton>
          <RowRemoval
            needs="CREATE_PROJECT"
            show={show}
            title={texts.deleteTitle(template.name)}
            done={uiTexts.removed(template.name)}
            outdates={['templates']}
            send={() =>
              bodyOf(
                api.DELETE('/api/admin/templates/{id}', { params: { path: { id: template.id } } }),
              )
            }
          >
            <Text>{texts.deleteHint}</Text>
          </RowRemoval>
        </>
      )}
    />
  );
}
