import { Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { versionedBodyOf } from '../../../api/versioned.js';
import { tagTypeTexts as texts } from '../../../texts/definitions.js';
import { uiTexts } from '../../../texts/ui.js';
import { ListingPage } from '../../../kit/listing-page.js';
import { EditDialog } from '../../../kit/edit-dialog.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { DescriptionField, NameField } from '../../../kit/name-field.js';
import { type Column } from '../../../kit/listing.js';
import { searchedOfNamed } from '../../../kit/named-column.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { builtIn } from '../../../kit/built-in.js';

type TagType = Schemas['TagTypeResponse'];

const PATH = '/api/admin/tag-types/{name}';
const OUTDATES = ['tag-types', 'tags'];
const NAME_LENGTH = 50;
const pathOf = (name: string) => ({ path: { name } });

const tagTypesQuery = queryOptions({
  queryKey: ['tag-types', 'list'],
  queryFn: async ({ signal }): Promise<TagType[]> =>
    (await bodyOf(api.GET('/api/admin/tag-types', { signal }))).tagTypes,
});

const COLUMNS: readonly Column<TagType>[] = [
  { head: uiTexts.name, cell: ({ name }) => name },
  { head: texts.icon, cell: ({ icon }) => icon },
  { head: uiTexts.description, cell: ({ description }) => builtIn(description) },
];

/** The types of tags. */
export function TagTypesPage() {
  return (
    <ListingPage
      texts={texts}
      found={useQuery(tagTypesQuery)}
      needs="CREATE_TAG_TYPE"
      creation={(close) => <CreateTagType onClose={close} />}
      columns={COLUMNS}
      keyOf={({ name }) => name}
      searched={searchedOfNamed}
      actions={({ name }, show) => <Actions name={name} show={show} />}
    />
  );
}

interface ActionsProps {
  name: string;
  show: (render: RenderDialog) => void;
}

function Actions({ name, show }: ActionsProps) {
  return (
    <>
      <RowButton
        needs="UPDATE_TAG_TYPE"
        onClick={() => show((close) => <EditTagType name={name} onClose={close} />)}
      >
        {uiTexts.edit}
      </RowButton>
      <DeleteTagType name={name} show={show} />
    </>
  );
}

function Fields({ icon, description }: Partial<TagType>) {
  return (
    <>
      <TextInput
        name="icon"
        label={texts.icon}
        description={texts.iconHint}
        defaultValue={icon ?? ''}
      />
      <DescriptionField value={description} />
    </>
  );
}

const fieldsOf = (form: FormData) => ({
  icon: textOf(form, 'icon'),
  description: textOf(form, 'description'),
});

function CreateTagType({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={texts.create}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST('/api/admin/tag-types', {
            body: { name: textOf(form, 'name'), ...fieldsOf(form) },
          }),
        )
      }
    >
      <NameField maxLength={NAME_LENGTH} />
      <Fields />
    </FormDialog>
  );
}

interface OneProps {
  name: string;
  onClose: () => void;
}

function EditTagType({ name, onClose }: OneProps) {
  return (
    <EditDialog
      title={texts.editTitle(name)}
      thing={['tag-types', name]}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: pathOf(name), signal }))}
      done={uiTexts.done(name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form, header) =>
        bodyOf(api.PUT(PATH, { params: { ...pathOf(name), header }, body: fieldsOf(form) }))
      }
    >
      {({ tagType }) => <Fields {...tagType} />}
    </EditDialog>
  );
}

function DeleteTagType({ name, show }: ActionsProps) {
  return (
    <RowRemoval
      needs="DELETE_TAG_TYPE"
      show={show}
      title={texts.deleteTitle(name)}
      typed={name}
      done={uiTexts.removed(name)}
      outdates={[...OUTDATES, 'features']}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: pathOf(name), signal }))}
      send={(header) => bodyOf(api.DELETE(PATH, { params: { ...pathOf(name), header } }))}
    >
      <Text>{texts.deleteHint}</Text>
    </RowRemoval>
  );
}
