import { Badge, CloseButton } from '@mantine/core';
import { lazy } from 'react';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';
import { ifMatch } from '../../../../../api/versioned.js';
import { useLack } from '../../../../../app/session/permissions.js';
import { featureLinkTexts as texts } from '../../../../../texts/feature-links.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { useAction } from '../../../../../kit/use-action.js';
import { useDialog } from '../../../../../kit/use-dialog.js';
import { LazyPart } from '../../../../../kit/lazy-part.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';
import styles from './about.module.css';

/** A link of a feature to a page elsewhere. */
export type FeatureLink = Schemas['FeatureLinkResponse'];

const NEEDS = 'UPDATE_FEATURE';
const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.js')).LinkDialog }));

/** The links of a feature to pages elsewhere, which can be added, changed and removed. */
export function FeatureLinks({ feature }: { feature: Feature }) {
  const { links = [] } = feature;
  const [dialog, open] = useDialog();
  const edit = (link?: FeatureLink): void =>
    open((close) => (
      <LazyPart>
        <LinkDialog feature={feature} link={link} onClose={close} />
      </LazyPart>
    ));
  return (
    <div className={styles.tags}>
      {links.map((link) => (
        <LinkBadge key={link.id} feature={feature} link={link} edit={() => edit(link)} />
      ))}
      {links.length === 0 && texts.none}
      <PermittedButton
        needs={NEEDS}
        place={{ project: feature.project }}
        size="compact-sm"
        variant="default"
        onClick={() => edit()}
      >
        {texts.add}
      </PermittedButton>
      {dialog}
    </div>
  );
}

interface LinkBadgeProps {
  feature: Feature;
  link: FeatureLink;
  edit: () => void;
}

function LinkBadge({ feature, link, edit }: LinkBadgeProps) {
  const { project: projectId, name: featureName } = feature;
  const title = link.title ?? link.url;
  const lack = useLack(NEEDS, { project: projectId });
  const remove = useAction(
    () =>
      bodyOf(
        api.DELETE('/api/admin/projects/{projectId}/features/{featureName}/link/{linkId}', {
          params: {
            path: { projectId, featureName, linkId: link.id },
            header: ifMatch(feature),
          },
        }),
      ),
    { done: texts.removed(title), outdates: FEATURE_ROOTS },
  );
  const buttons = !lack && (
    <>
      <CloseButton size={24} icon={<Pencil />} aria-label={texts.edit(title)} onClick={edit} />
      <CloseButton
        size={24}
        aria-label={texts.remove(title)}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      />
    </>
  );
  return (
    <Badge variant="default" size="xl" fw={500} fz="sm" tt="none" rightSection={buttons}>
      <a href={link.url} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
    </Badge>
  );
}

function Pencil() {
  return (
    <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden className={styles.icon}>
      <path d="M4 20h4L19 9l-4-4L4 16z" />
    </svg>
  );
}
