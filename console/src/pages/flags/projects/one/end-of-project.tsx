import { Group, Text, Title } from '@mantine/core';
import { api, bodyOf } from '../../../../api/client.js';
import { navigate } from '../../../../app/router/location.js';
import { projectSettingsTexts as texts } from '../../../../texts/projects.js';
import { FormDialog } from '../../../../kit/form-dialog.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { type Preview, RemovalDialog } from '../../../../kit/removal-dialog.js';
import { useAction } from '../../../../kit/use-action.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { PROJECTS_PATH } from '../project-path.js';
import { type ProjectOverview, readProjectVersion } from '../project-queries.js';
import styles from './project-frame.module.css';

interface EndOfProjectProps {
  project: string;
  overview: ProjectOverview;
  show: (render: RenderDialog) => void;
}

const OUTDATES = ['projects', 'features', 'me'];
const pathOf = (projectId: string) => ({ path: { projectId } });

/** Archives, revives and deletes a project. */
export function EndOfProject({ project, overview, show }: EndOfProjectProps) {
  const { name, archivedAt } = overview;
  const revive = useAction(
    () => bodyOf(api.POST('/api/admin/projects/revive/{projectId}', { params: pathOf(project) })),
    { done: texts.wasRevived(name), outdates: OUTDATES },
  );
  const open = (Dialog: typeof ArchiveProject) =>
    show((close) => <Dialog project={project} name={name} onClose={close} />);
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {texts.end}
      </Title>
      <Text c="dimmed" my="xs">
        {texts.archiveHint}
      </Text>
      <Group>
        {archivedAt ? (
          <PermittedButton
            variant="default"
            needs="UPDATE_PROJECT"
            place={{ project }}
            loading={revive.isPending}
            onClick={() => revive.mutate()}
          >
            {texts.revive}
          </PermittedButton>
        ) : (
          <PermittedButton
            variant="default"
            needs="DELETE_PROJECT"
            place={{ project }}
            onClick={() => open(ArchiveProject)}
          >
            {texts.archive}
          </PermittedButton>
        )}
        <PermittedButton
          color="red"
          needs="DELETE_PROJECT"
          place={{ project }}
          onClick={() => open(DeleteProject)}
        >
          {texts.delete}
        </PermittedButton>
      </Group>
    </section>
  );
}

interface DialogProps {
  project: string;
  name: string;
  onClose: () => void;
}

function ArchiveProject({ project, name, onClose }: DialogProps) {
  return (
    <FormDialog
      title={texts.archiveTitle(name)}
      action={texts.archiveTitle(name)}
      color="red"
      done={texts.wasArchived(name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={() =>
        bodyOf(api.POST('/api/admin/projects/archive/{projectId}', { params: pathOf(project) }))
      }
    >
      <Text>{texts.archiveHint}</Text>
    </FormDialog>
  );
}

function DeleteProject({ project, name, onClose }: DialogProps) {
  const send = (query: { dryRun?: true }, header: { 'If-Match'?: string } = {}) =>
    bodyOf(
      api.DELETE('/api/admin/projects/{projectId}', {
        params: { ...pathOf(project), query, header },
      }),
    );
  return (
    <RemovalDialog
      title={texts.deleteTitle(name)}
      action={texts.deleteTitle(name)}
      typed={project}
      done={texts.wasDeleted(name)}
      outdates={OUTDATES}
      preview={{
        of: `project ${project}`,
        read: () => send({ dryRun: true }) as Promise<Preview>,
      }}
      read={(signal) => readProjectVersion(project, signal)}
      onClose={onClose}
      send={async (seen) => {
        await send({}, seen);
        navigate(PROJECTS_PATH);
      }}
    >
      <Text>{texts.deleteHint}</Text>
    </RemovalDialog>
  );
}
