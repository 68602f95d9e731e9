import { Alert, Text } from '@mantine/core';
import { api, bodyOf } from '../../../api/client.js';
import { featurePageTexts as texts } from '../../../texts/feature-page.js';
import { PermittedButton } from '../../../ui/permitted-button.js';
import { useAction } from '../../../ui/use-action.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';

/** Says that a feature is archived, and brings it back. */
export function ArchivedNotice({ feature: { name, project } }: { feature: Feature }) {
  const revive = useAction(
    () =>
      bodyOf(
        api.POST('/api/admin/projects/{projectId}/revive', {
          params: { path: { projectId: project } },
          body: { features: [name] },
        }),
      ),
    { done: texts.revived(name), outdates: FEATURE_ROOTS },
  );
  return (
    <Alert color="orange" mt="md">
      <Text size="sm">{texts.archived}</Text>
      <PermittedButton
        mt="sm"
        needs="UPDATE_FEATURE"
        place={{ project }}
        variant="default"
        loading={revive.isPending}
        onClick={() => revive.mutate()}
      >
        {texts.revive}
      </PermittedButton>
    </Alert>
  );
}
