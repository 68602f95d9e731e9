import { NumberInput, TextInput } from '@mantine/core';
import { ApiFailure } from '../../../../api/failures.js';
import { api, bodyOf } from '../../../../api/client.js';
import type { Versioned } from '../../../../api/versioned.js';
import { projectSettingsTexts as texts, projectTexts } from '../../../../texts/projects.js';
import { uiTexts } from '../../../../texts/ui.js';
import { EditDialog } from '../../../../kit/edit-dialog.js';
import { textOf } from '../../../../kit/form-dialog.js';
import { DescriptionField, NameField } from '../../../../kit/name-field.js';
import { RowsField, rowsOf } from '../../../../kit/rows-field.js';
import { type Mode, ModeSelect, StickinessSelect } from '../project-fields.js';
import type { ProjectOverview } from '../project-queries.js';

interface DialogProps {
  project: string;
  onClose: () => void;
}

const OUTDATES = ['projects', 'me'];
const pathOf = (projectId: string) => ({ path: { projectId } });

/** What people set in a project; other parts of the overview change all the time. */
function settingsOf(one: ProjectOverview): string {
  const { name, description, mode, defaultStickiness, featureLimit } = one;
  const { featureNaming, linkTemplates = [] } = one;
  return JSON.stringify([
    ...[name, description, mode, defaultStickiness, featureLimit],
    ...[featureNaming, linkTemplates],
  ]);
}

/** Reads the overview, whose settings are its version: its ETag is not one for changes. */
async function read(project: string): Promise<Versioned<ProjectOverview>> {
  const body = await bodyOf(
    api.GET('/api/admin/projects/{projectId}/overview', { params: pathOf(project) }),
  );
  return { body, version: settingsOf(body) };
}

/** @throws ApiFailure when somebody else has changed the settings. */
async function checkUnchanged(project: string, opened: Versioned<ProjectOverview>): Promise<void> {
  if ((await read(project)).version !== opened.version) throw new ApiFailure(412, {});
}

/** Edits name, description, mode, stickiness and limit. */
export function EditGeneral({ project, onClose }: DialogProps) {
  return (
    <EditDialog
      title={texts.general}
      thing={['projects', project]}
      read={() => read(project)}
      done={uiTexts.done(texts.general)}
      outdates={OUTDATES}
      onClose={onClose}
      send={async (form, _, opened) => {
        await checkUnchanged(project, opened);
        const limit = textOf(form, 'featureLimit');
        const body = {
          name: textOf(form, 'name'),
          description: textOf(form, 'description'),
          mode: textOf(form, 'mode') as Mode,
          defaultStickiness: textOf(form, 'defaultStickiness'),
          featureLimit: limit ? Number(limit) : null,
        };
        await bodyOf(api.PUT('/api/admin/projects/{projectId}', { params: pathOf(project), body }));
      }}
    >
      {({ name, description, mode, defaultStickiness, featureLimit }) => (
        <>
          <NameField maxLength={250} defaultValue={name} />
          <DescriptionField hasLines value={description} />
          <ModeSelect mode={mode} />
          <StickinessSelect value={defaultStickiness} />
          <NumberInput
            name="featureLimit"
            label={projectTexts.featureLimit}
            description={projectTexts.featureLimitHint}
            min={1}
            allowDecimal={false}
            hideControls
            defaultValue={featureLimit ?? ''}
          />
        </>
      )}
    </EditDialog>
  );
}

/** Edits how features have to be named. */
export function EditNaming({ project, onClose }: DialogProps) {
  return (
    <EditDialog
      title={texts.naming}
      thing={['projects', project]}
      read={() => read(project)}
      done={uiTexts.done(texts.naming)}
      outdates={OUTDATES}
      onClose={onClose}
      send={async (form, _, opened) => {
        await checkUnchanged(project, opened);
        const featureNaming = {
          pattern: textOf(form, 'pattern') || null,
          example: textOf(form, 'example') || null,
          description: textOf(form, 'description') || null,
        };
        await bodyOf(
          api.PUT('/api/admin/projects/{projectId}/settings', {
            params: pathOf(project),
            body: { featureNaming },
          }),
        );
      }}
    >
      {({ featureNaming: { pattern, example, description } }) => (
        <>
          <TextInput
            name="pattern"
            label={texts.pattern}
            description={texts.patternHint}
            maxLength={500}
            defaultValue={pattern ?? ''}
          />
          <TextInput
            name="example"
            label={texts.example}
            maxLength={100}
            defaultValue={example ?? ''}
          />
          <DescriptionField hasLines value={description} />
        </>
      )}
    </EditDialog>
  );
}

const MOST_LINKS = 20;

/** Edits the links that each feature shows. */
export function EditLinks({ project, onClose }: DialogProps) {
  return (
    <EditDialog
      title={texts.links}
      thing={['projects', project]}
      read={() => read(project)}
      done={uiTexts.done(texts.links)}
      outdates={OUTDATES}
      onClose={onClose}
      send={async (form, _, opened) => {
        await checkUnchanged(project, opened);
        const linkTemplates = rowsOf(form, ['urlTemplate', 'title']).map((row) => ({
          urlTemplate: row.urlTemplate,
          title: row.title || null,
        }));
        await bodyOf(
          api.PUT('/api/admin/projects/{projectId}/settings', {
            params: pathOf(project),
            body: { linkTemplates },
          }),
        );
      }}
    >
      {({ linkTemplates = [] }) => (
        <RowsField
          label={texts.links}
          description={texts.linksHint}
          columns={[
            { name: 'title', label: texts.linkTitle },
            { name: 'urlTemplate', label: texts.linkUrl, required: true },
          ]}
          rows={linkTemplates.map(({ title, urlTemplate }) => ({
            title: title ?? '',
            urlTemplate,
          }))}
          add={texts.addLink}
          remove={texts.removeLink}
          most={MOST_LINKS}
        />
      )}
    </EditDialog>
  );
}
