import { useQuery } from '@tanstack/react-query';
import { contextFieldTexts as texts } from '../../../texts/definitions.js';
import { ListingPage } from '../../../kit/listing-page.js';
import { searchedOfNamed } from '../../../kit/named-column.js';
import { CreateContextField } from './context-field-dialogs.js';
import { FIELD_COLUMNS, FieldActions } from './context-field-list.js';
import { contextFieldsQuery } from './context-field-queries.js';

/** What applications can tell about a request. */
export function ContextFieldsPage() {
  return (
    <ListingPage
      texts={texts}
      found={useQuery(contextFieldsQuery)}
      needs="CREATE_CONTEXT_FIELD"
      creation={(close) => <CreateContextField onClose={close} />}
      columns={FIELD_COLUMNS}
      keyOf={({ name }) => name}
      searched={searchedOfNamed}
      actions={({ name }, show) => <FieldActions field={{ name }} show={show} />}
    />
  );
}
