import { Alert, Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { wordsOf } from '../../../api/failure-words.js';
import { environmentsQuery } from '../../flags/environments/environment-queries.js';
import { Section } from '../../access/profile/section.js';
import { projectsQuery } from '../../flags/projects/project-queries.js';
import { transferTexts as texts } from '../../../texts/transfer.js';
import { announce } from '../../../kit/announcements.js';
import { textOf } from '../../../kit/form-dialog.js';
import { dayOf } from '../../../kit/moment.js';
import { useAction } from '../../../kit/use-action.js';
import { saveAsFile } from './export-file.js';

/** Writes features into a file. */
export function ExportSection() {
  const { data: environments = [] } = useQuery(environmentsQuery);
  const { data: projects = [] } = useQuery(projectsQuery());
  const [chosen, setProject] = useState<string>();
  const project = chosen ?? projects[0]?.id ?? '';
  const exporting = useAction(exportFeatures, { outdates: [], isFailureShown: true });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    exporting.mutate(new FormData(event.currentTarget));
  };
  return (
    <Section title={texts.exportTitle} intro={texts.exportIntro}>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={480}>
          {exporting.error && (
            <Alert color="red" role="alert">
              {wordsOf(exporting.error)}
            </Alert>
          )}
          <NativeSelect
            name="environment"
            label={texts.environment}
            data={environments.map(({ name }) => name)}
          />
          <NativeSelect
            name="project"
            label={texts.project}
            value={project}
            data={[
              ...projects.map(({ id, name }) => ({ value: id, label: name })),
              { value: '', label: texts.anyProject },
            ]}
            onChange={({ currentTarget: { value } }) => setProject(value)}
          />
          <TextInput
            name="tag"
            label={texts.tag}
            description={texts.tagHint}
            required={project === ''}
          />
        </Stack>
        <Button
          type="submit"
          mt="md"
          loading={exporting.isPending}
          disabled={environments.length === 0}
        >
          {texts.export}
        </Button>
      </form>
    </Section>
  );
}

async function exportFeatures(form: FormData): Promise<void> {
  const environment = textOf(form, 'environment');
  const [project, tag] = [textOf(form, 'project'), textOf(form, 'tag')];
  const body = { environment, ...(project && { project }), ...(tag && { tag }) };
  const data = await bodyOf(api.POST('/api/admin/features-batch/export', { body }));
  saveAsFile(data, `features-${project || 'all'}-${environment}-${dayOf(new Date())}.json`);
  announce({ kind: 'done', text: texts.exported(data.features.length) });
}
