import { Group, NativeSelect, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import { environmentsQuery } from '../../../flags/environments/environment-queries.js';
import { projectsQuery } from '../../../flags/projects/project-queries.js';
import type { PageProps } from '../../../../app/router/route.js';
import { userTexts as texts } from '../../../../texts/people.js';
import { Facts } from '../../../../kit/facts.js';
import { Page } from '../../../../kit/page.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { Time } from '../../../../kit/time.js';
import { useDialog } from '../../../../kit/use-dialog.js';
import type { USER_PATH } from '../people-path.js';
import { nameOfUser } from '../people-queries.js';
import { HeldPermissions } from './held-permissions.js';
import { UserSignIns } from './user-sign-ins.js';

type Permissions = Schemas['UserPermissionsResponse'];

/** A user: what the person may do, and how the person signs in. */
export function UserPage({ params: { user } }: PageProps<typeof USER_PATH>) {
  const id = Number(user);
  const [dialog, show] = useDialog();
  const [project, setProject] = useState('');
  const [environment, setEnvironment] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['people', 'permissions', id, project, environment],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/user-admin/{id}/permissions', {
          params: {
            path: { id },
            query: {
              ...(project ? { project } : {}),
              ...(project && environment ? { environment } : {}),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return (
      <Page title={texts.title}>
        {error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />}
      </Page>
    );
  const name = nameOfUser(data.user);
  return (
    <Page title={name} intro={data.user.email}>
      <Roles held={data} />
      <Title order={2} size="h4" mt="lg">
        {texts.access}
      </Title>
      <PlaceFields
        {...{ project, environment }}
        onProject={setProject}
        onEnvironment={setEnvironment}
      />
      <HeldPermissions held={data} />
      <UserSignIns id={id} name={name} show={show} />
      {dialog}
    </Page>
  );
}

function Roles({ held: { user, rootRole, groupRootRoles, projectRoles } }: { held: Permissions }) {
  const namesOf = (roles: readonly { name: string }[]): string =>
    roles.map(({ name }) => name).join(', ') || texts.none;
  return (
    <Facts
      facts={[
        [texts.username, user.username ?? texts.none],
        [texts.rootRole, rootRole?.name ?? texts.none],
        [texts.groupRoles, namesOf(groupRootRoles)],
        [texts.projectRoles, namesOf(projectRoles)],
        [texts.lastSeen, <Time key="seen" at={user.seenAt} relative />],
        [texts.created, <Time key="created" at={user.createdAt} />],
      ]}
    />
  );
}

interface PlaceFieldsProps {
  project: string;
  environment: string;
  onProject: (project: string) => void;
  onEnvironment: (environment: string) => void;
}

/** Chooses where to look: permissions differ between projects and environments. */
function PlaceFields({ project, environment, onProject, onEnvironment }: PlaceFieldsProps) {
  const { data: projects = [] } = useQuery(projectsQuery());
  const { data: environments = [] } = useQuery(environmentsQuery);
  return (
    <Group my="sm" align="end">
      <NativeSelect
        label={texts.place}
        value={project}
        data={[
          { value: '', label: texts.wholeInstance },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => onProject(value)}
      />
      {project && (
        <NativeSelect
          label={texts.environment}
          value={environment}
          data={[
            { value: '', label: texts.noEnvironment },
            ...environments.map(({ name }) => name),
          ]}
          onChange={({ currentTarget: { value } }) => onEnvironment(value)}
        />
      )}
    </Group>
  );
}
