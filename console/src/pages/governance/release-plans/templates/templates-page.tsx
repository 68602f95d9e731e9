import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../api/client.js';
import { Link } from '../../../../app/router/link.js';
import { navigate } from '../../../../app/router/location.js';
import { milestoneTexts, templateTexts as texts } from '../../../../texts/release-plans.js';
import { uiTexts } from '../../../../texts/ui.js';
import { FormDialog, textOf } from '../../../../kit/form-dialog.js';
import { DescriptionField, NameField } from '../../../../kit/name-field.js';
import { ListingPage } from '../../../../kit/listing-page.js';
import type { Column } from '../../../../kit/listing.js';
import { RowButton } from '../../../../kit/row-button.js';
import { RowRemoval } from '../../../../kit/row-removal.js';
import { Time } from '../../../../kit/time.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { announce } from '../../../../kit/announcements.js';
import { searchedOfNamed } from '../../../../kit/named-column.js';
import { TwoLines } from '../../../../kit/two-lines.js';
import { templatePath } from '../release-plan-path.js';
import { type Template, TEMPLATE_ROOTS, templatesQuery } from '../release-plan-queries.js';

const NAME_LENGTH = 200;
const DESCRIPTION_LENGTH = 2_000;

const COLUMNS: readonly Column<Template>[] = [
  {
    head: uiTexts.name,
    cell: ({ id, name, description }) => (
      <TwoLines below={description}>
        <Link to={templatePath(id)}>{name}</Link>
      </TwoLines>
    ),
  },
  { head: milestoneTexts.milestones, cell: ({ milestones }) => texts.count(milestones.length) },
  { head: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** The templates of release plans, which features of all projects can use. */
export function TemplatesPage() {
  return (
    <ListingPage
      texts={texts}
      found={useQuery(templatesQuery)}
      needs="RELEASE_PLAN_TEMPLATE_CREATE"
      creation={(close) => <CreateTemplate onClose={close} />}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={searchedOfNamed}
      actions={(template, show) => <Actions template={template} show={show} />}
    />
  );
}

/** Creates a template without milestones, and leads to its page. */
function CreateTemplate({ onClose }: { onClose: () => void }) {
  const create = async (form: FormData): Promise<void> => {
    const body = { name: textOf(form, 'name'), description: textOf(form, 'description') || null };
    const { id, name } = await bodyOf(api.POST('/api/admin/release-plan-templates', { body }));
    announce({ kind: 'done', text: texts.added(name) });
    navigate(templatePath(id));
  };
  return (
    <FormDialog title={texts.create} outdates={TEMPLATE_ROOTS} onClose={onClose} send={create}>
      <NameField maxLength={NAME_LENGTH} />
      <DescriptionField hasLines maxLength={DESCRIPTION_LENGTH} />
    </FormDialog>
  );
}

const TO_DELETE = 'RELEASE_PLAN_TEMPLATE_DELETE';

interface ActionsProps {
  template: Template;
  show: (render: RenderDialog) => void;
}

function Actions({ template, show }: ActionsProps) {
  return (
    <>
      <RowButton
        needs={TO_DELETE}
        aria-label={texts.archiveTitle(template.name)}
        onClick={() => show((close) => <ArchiveTemplate template={template} onClose={close} />)}
      >
        {texts.archive}
      </RowButton>
      <DeleteTemplate template={template} show={show} />
    </>
  );
}

interface DialogProps {
  template: Template;
  onClose: () => void;
}

function ArchiveTemplate({ template: { id: templateId, name }, onClose }: DialogProps) {
  return (
    <FormDialog
      title={texts.archiveTitle(name)}
      action={texts.archive}
      done={texts.archived(name)}
      outdates={TEMPLATE_ROOTS}
      onClose={onClose}
      send={() =>
        bodyOf(
          api.POST('/api/admin/release-plan-templates/archive/{templateId}', {
            params: { path: { templateId } },
          }),
        )
      }
    >
      <Text>{texts.archiveHint}</Text>
      <Text>{texts.plansStay}</Text>
    </FormDialog>
  );
}

function DeleteTemplate({ template: { id: templateId, name }, show }: ActionsProps) {
  return (
    <RowRemoval
      needs={TO_DELETE}
      aria-label={texts.deleteTitle(name)}
      show={show}
      title={texts.deleteTitle(name)}
      action={uiTexts.remove}
      done={uiTexts.removed(name)}
      outdates={TEMPLATE_ROOTS}
      send={() =>
        bodyOf(
          api.DELETE('/api/admin/release-plan-templates/{templateId}', {
            params: { path: { templateId } },
          }),
        )
      }
    >
      <Text>{texts.plansStay}</Text>
    </RowRemoval>
  );
}
