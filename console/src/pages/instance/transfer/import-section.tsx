import { Alert, Anchor, Button, FileInput, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { requiresApproval } from '../../../api/failures.js';
import { wordsOf } from '../../../api/failure-words.js';
import { Section } from '../../access/profile/section.js';
import { projectQuery, projectsQuery } from '../../flags/projects/project-queries.js';
import { Link } from '../../../app/router/link.js';
import { pathTo } from '../../../app/router/route.js';
import { transferTexts as texts } from '../../../texts/transfer.js';
import { useAction } from '../../../kit/use-action.js';
import { CheckResult } from './check-result.js';
import { MAX_MEGABYTES, readExport, UnusableFile } from './export-file.js';

type ImportBody = Schemas['ImportDto'];

/** Imports a file after a check that shows what it would do. */
export function ImportSection() {
  const check = useMutation({
    mutationFn: async ({ file, ...target }: { file: File | null } & Omit<ImportBody, 'data'>) => {
      const body: ImportBody = { ...target, data: await readExport(file) };
      return {
        body,
        found: await bodyOf(api.POST('/api/admin/features-batch/validate', { body })),
      };
    },
  });
  const importing = useAction(
    (body: ImportBody) => bodyOf(api.POST('/api/admin/features-batch/import', { body })),
    {
      outdates: ['features', 'projects', 'tags', 'tag-types', 'context-fields', 'segments'],
      isFailureShown: true,
    },
  );
  const reset = (): void => {
    check.reset();
    importing.reset();
  };
  const { data } = check;
  return (
    <Section title={texts.importTitle} intro={texts.importIntro}>
      <ImportForm isBusy={check.isPending} onChange={reset} onCheck={check.mutate} />
      {check.error && <Failure error={check.error} />}
      {data && !importing.isSuccess && (
        <CheckResult
          body={data.body}
          found={data.found}
          isBusy={importing.isPending}
          onImport={() => importing.mutate(data.body)}
        />
      )}
      {importing.error && <Failure error={importing.error} />}
      {importing.isSuccess && data && <Done body={data.body} />}
    </Section>
  );
}

interface ImportFormProps {
  isBusy: boolean;
  onChange: () => void;
  onCheck: (input: { file: File | null; project: string; environment: string }) => void;
}

function ImportForm({ isBusy, onChange, onCheck }: ImportFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setProject] = useState<string>();
  const [environment, setEnvironment] = useState<string>();
  const { data: projects = [] } = useQuery(projectsQuery());
  const project = chosen ?? projects[0]?.id ?? '';
  const { data: overview } = useQuery({ ...projectQuery(project), enabled: project !== '' });
  const names = (overview?.environments ?? []).map((one) => one.environment);
  const into = environment && names.includes(environment) ? environment : (names[0] ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onCheck({ file, project, environment: into });
  };
  return (
    <form onSubmit={submit} onChange={onChange}>
      <Stack gap="sm" maw={480}>
        <FileInput
          label={texts.file}
          placeholder={texts.chooseFile}
          description={texts.fileHint(MAX_MEGABYTES)}
          accept="application/json,.json"
          value={file}
          onChange={(next) => {
            onChange();
            setFile(next);
          }}
        />
        <NativeSelect
          label={texts.target}
          value={project}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget: { value } }) => setProject(value)}
        />
        <NativeSelect
          label={texts.targetEnvironment}
          value={into}
          data={names}
          onChange={({ currentTarget: { value } }) => setEnvironment(value)}
        />
      </Stack>
      <Button type="submit" mt="md" loading={isBusy} disabled={into === ''}>
        {texts.check}
      </Button>
    </form>
  );
}

function Failure({ error }: { error: unknown }) {
  return (
    <Alert color="red" role="alert" mt="md">
      {error instanceof UnusableFile
        ? problemOf(error)
        : requiresApproval(error)
          ? texts.requiresApproval
          : wordsOf(error)}
    </Alert>
  );
}

function problemOf({ problem }: UnusableFile): string {
  return problem === 'tooLarge' ? texts.tooLarge(MAX_MEGABYTES) : texts[problem];
}

function Done({ body: { project, data } }: { body: ImportBody }) {
  return (
    <Alert color="teal" role="status" mt="md">
      <Text size="sm">{texts.imported(data.features.length, project)}</Text>
      <Anchor
        component={Link}
        to={pathTo('/projects/:project', { project })}
        size="sm"
        c="inherit"
        underline="always"
      >
        {texts.toProject}
      </Anchor>
    </Alert>
  );
}
