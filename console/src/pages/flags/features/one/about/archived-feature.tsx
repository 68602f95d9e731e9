import { Alert, Group, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { navigate } from '../../../../../app/router/location.js';
import { archivedFeatureTexts as texts } from '../../../../../texts/archived-feature.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { RemovalDialog } from '../../../../../kit/removal-dialog.js';
import { Loading } from '../../../../../kit/states.js';
import { useAction } from '../../../../../kit/use-action.js';
import { useDialog } from '../../../../../kit/use-dialog.js';
import { FEATURE_ROOTS, findFeatures } from '../../feature-queries.js';

interface ArchivedFeatureProps {
  project: string;
  feature: string;
  /** Shown when there is no archived feature of this name either. */
  otherwise: ReactNode;
}

const MOST_FOUND = 50;

/** Whether a feature is archived; the API shows archived features in searches only. */
const isArchivedQuery = (project: string, feature: string) =>
  queryOptions({
    queryKey: ['features', 'is-archived', project, feature],
    queryFn: async ({ signal }) => {
      const search = { project: `IS:${project}`, query: feature, archived: 'IS:true' };
      const { features } = await findFeatures({ ...search, limit: MOST_FOUND }, signal);
      return features.some(({ name }) => name === feature);
    },
  });

const reviveFeature = (projectId: string, feature: string) =>
  bodyOf(
    api.POST('/api/admin/projects/{projectId}/revive', {
      params: { path: { projectId } },
      body: { features: [feature] },
    }),
  );

/** Says that a feature is archived, brings it back, or deletes it for good. */
export function ArchivedFeature({ project, feature, otherwise }: ArchivedFeatureProps) {
  const { data: isArchived, isPending } = useQuery(isArchivedQuery(project, feature));
  const [dialog, show] = useDialog();
  const revive = useAction(() => reviveFeature(project, feature), {
    done: texts.revived(feature),
    outdates: FEATURE_ROOTS,
  });
  if (isPending) return <Loading />;
  if (!isArchived) return otherwise;
  return (
    <Alert color="orange">
      <Text size="sm">{texts.archived}</Text>
      <Group mt="sm">
        <PermittedButton
          needs="UPDATE_FEATURE"
          place={{ project }}
          variant="default"
          loading={revive.isPending}
          onClick={() => revive.mutate()}
        >
          {texts.revive}
        </PermittedButton>
        <PermittedButton
          needs="DELETE_FEATURE"
          place={{ project }}
          variant="default"
          onClick={() => show((close) => <DeleteFeature feature={feature} onClose={close} />)}
        >
          {texts.delete}
        </PermittedButton>
      </Group>
      {dialog}
    </Alert>
  );
}

function DeleteFeature({ feature, onClose }: { feature: string; onClose: () => void }) {
  const params = { path: { featureName: feature } };
  return (
    <RemovalDialog
      title={texts.deleteTitle(feature)}
      action={texts.delete}
      typed={feature}
      done={texts.deleted(feature)}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
      send={async () => {
        await bodyOf(api.DELETE('/api/admin/archive/{featureName}', { params }));
        navigate('/features');
      }}
    >
      <Text size="sm">{texts.deleteHint}</Text>
    </RemovalDialog>
  );
}
