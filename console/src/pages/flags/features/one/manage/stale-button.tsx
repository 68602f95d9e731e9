import { api, bodyOf } from '../../../../../api/client.js';
import { ifMatch } from '../../../../../api/versioned.js';
import { manageTexts as texts } from '../../../../../texts/feature-manage.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { useAction } from '../../../../../kit/use-action.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';

/** Marks a feature as stale, or no longer. */
export function StaleButton({ feature }: { feature: Feature }) {
  const { name, project, stale } = feature;
  const params = { path: { projectId: project, featureName: name }, header: ifMatch(feature) };
  const mark = useAction(
    () =>
      bodyOf(
        api.PATCH('/api/admin/projects/{projectId}/features/{featureName}', {
          params,
          body: [{ op: 'replace', path: '/stale', value: !stale }],
        }),
      ),
    {
      done: stale ? texts.unmarkedStale(name) : texts.markedStale(name),
      outdates: FEATURE_ROOTS,
    },
  );
  return (
    <PermittedButton
      needs="UPDATE_FEATURE"
      place={{ project }}
      variant="default"
      loading={mark.isPending}
      onClick={() => mark.mutate()}
    >
      {stale ? texts.unmarkStale : texts.markStale}
    </PermittedButton>
  );
}
