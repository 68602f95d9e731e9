import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { FormDialog, isTicked, textOf } from '../../../kit/form-dialog.js';
import { accessRequestTexts as texts } from '../../../texts/access-requests.js';
import { projectEnvironmentsQuery, projectsQuery } from '../../flags/projects/project-queries.js';
import { OUTDATES, projectAccessRequestsQuery } from './access-request-queries.js';

/** For how long people usually need a role, in minutes. */
const TIMES = [30, 60, 120, 240, 480, 1_440, 10_080];
const USUAL = '120';

/** Asks for a role in a project for a time. */
export function AskForAccess({ onClose }: { onClose: () => void }) {
  const { data: projects = [] } = useQuery(projectsQuery());
  const [chosen, setChosen] = useState<string>();
  const project = chosen ?? projects[0]?.id;
  return (
    <FormDialog
      title={texts.ask}
      action={texts.ask}
      done={texts.wasAsked}
      outdates={OUTDATES}
      isBlocked={project === undefined}
      onClose={onClose}
      send={(form) => send(form, project!)}
    >
      <NativeSelect
        label={texts.project}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={project}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      {project !== undefined && <InProject key={project} project={project} />}
      <NativeSelect
        name="minutes"
        label={texts.time}
        data={TIMES.map((minutes) => ({ value: String(minutes), label: texts.forTime(minutes) }))}
        defaultValue={USUAL}
      />
      <Textarea name="reason" label={texts.reason} required maxLength={500} autosize />
      <Checkbox name="isEmergency" label={texts.isEmergency} />
    </FormDialog>
  );
}

/** The role, and where it counts. */
function InProject({ project }: { project: string }) {
  const { data } = useQuery(projectAccessRequestsQuery(project));
  const { data: environments = [] } = useQuery(projectEnvironmentsQuery(project));
  const roles = data?.roles ?? [];
  const places = environments.map(({ name }) => name);
  return (
    <>
      <NativeSelect
        key={`roles ${roles.length}`}
        name="roleId"
        label={texts.role}
        required
        data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <NativeSelect
        name="environment"
        label={texts.environment}
        description={texts.environmentHint}
        data={[{ value: '', label: texts.wholeRole }, ...places]}
      />
    </>
  );
}

function send(form: FormData, projectId: string): Promise<unknown> {
  const environment = textOf(form, 'environment');
  return bodyOf(
    api.POST('/api/admin/projects/{projectId}/access-requests', {
      params: { path: { projectId } },
      body: {
        roleId: Number(textOf(form, 'roleId')),
        ...(environment ? { environment } : {}),
        minutes: Number(textOf(form, 'minutes')),
        reason: textOf(form, 'reason'),
        isEmergency: isTicked(form, 'isEmergency'),
      },
    }),
  );
}
