import { Text } from '@mantine/core';
import { api, bodyOf } from '../../../api/client.js';
import { versionedBodyOf } from '../../../api/versioned.js';
import { navigate } from '../../../app/router/location.js';
import { applicationTexts as texts } from '../../../texts/applications.js';
import { RemovalDialog } from '../../../kit/removal-dialog.js';

interface DeleteApplicationDialogProps {
  application: string;
  onClose: () => void;
}

const PATH = '/api/admin/metrics/applications/{appName}';

/** Deletes an application after its name was typed. */
export function DeleteApplicationDialog({ application, onClose }: DeleteApplicationDialogProps) {
  const path = { appName: application };
  return (
    <RemovalDialog
      title={texts.removeTitle(application)}
      action={texts.removeNow}
      typed={application}
      done={texts.removed(application)}
      outdates={['applications']}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: { path }, signal }))}
      onClose={onClose}
      send={async (header) => {
        await bodyOf(api.DELETE(PATH, { params: { path, header } }));
        navigate('/applications');
      }}
    >
      <Text>{texts.removeWhy}</Text>
    </RemovalDialog>
  );
}
