import { Text, Title } from '@mantine/core';
import { api } from '../../../../api/client.js';
import { versionedBodyOf } from '../../../../api/versioned.js';
import { AddressesField, addressesIn } from '../../../../kit/addresses-field.js';
import { EditDialog } from '../../../../kit/edit-dialog.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { projectSettingsTexts as texts } from '../../../../texts/projects.js';
import { uiTexts } from '../../../../texts/ui.js';
import styles from './project-frame.module.css';

const PATH = '/api/admin/projects/{projectId}/allowed-addresses';

interface ProjectAddressesProps {
  project: string;
  show: (render: RenderDialog) => void;
}

/** From which IP addresses the project can be reached. */
export function ProjectAddresses({ project, show }: ProjectAddressesProps) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {texts.addresses}
      </Title>
      <Text c="dimmed" my="xs">
        {texts.addressesHint}
      </Text>
      <PermittedButton
        variant="default"
        needs="UPDATE_PROJECT"
        place={{ project }}
        onClick={() => show((close) => <EditAddresses project={project} onClose={close} />)}
      >
        {texts.editAddresses}
      </PermittedButton>
    </section>
  );
}

function EditAddresses({ project, onClose }: { project: string; onClose: () => void }) {
  const path = { projectId: project };
  return (
    <EditDialog
      title={texts.addresses}
      thing={['projects', project, 'addresses']}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: { path }, signal }))}
      done={uiTexts.done(texts.addresses)}
      outdates={['projects']}
      onClose={onClose}
      send={(form, header) => {
        const params = { path, header };
        const body = { allowedAddresses: addressesIn(form) };
        return versionedBodyOf(api.PUT(PATH, { params, body }));
      }}
    >
      {({ allowedAddresses }) => <AddressesField of={allowedAddresses} />}
    </EditDialog>
  );
}
