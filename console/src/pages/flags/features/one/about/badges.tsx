import { Badge, CloseButton } from '@mantine/core';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';
import { ifMatch } from '../../../../../api/versioned.js';
import { useLack } from '../../../../../app/session/permissions.js';
import { useAction } from '../../../../../kit/use-action.js';
import { featureLinkTexts as texts } from '../../../../../texts/feature-links.js';
import { featurePageTexts } from '../../../../../texts/feature-page.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';
import styles from './about.module.css';
import type { FeatureLink } from './feature-links.js';
import { nameOf } from './feature-tags.js';

const NEEDS = 'UPDATE_FEATURE';

interface LinkBadgeProps {
  feature: Feature;
  link: FeatureLink;
  edit: () => void;
}

/** A link of a feature, with what changes and removes it. */
export function LinkBadge({ feature, link, edit }: LinkBadgeProps) {
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

interface TagBadgeProps {
  feature: Feature;
  tag: Schemas['TagDto'];
}

/** A tag of a feature, with what removes it. */
export function TagBadge({ feature, tag }: TagBadgeProps) {
  const name = nameOf(tag);
  const lack = useLack(NEEDS, { project: feature.project });
  const remove = useAction(
    () =>
      bodyOf(
        api.DELETE('/api/admin/features/{featureName}/tags/{type}/{value}', {
          params: { path: { featureName: feature.name, ...tag } },
        }),
      ),
    { done: featurePageTexts.tagRemoved(name), outdates: [...FEATURE_ROOTS, 'tags'] },
  );
  return (
    <Badge
      variant="default"
      size="xl"
      fw={500}
      fz="sm"
      tt="none"
      rightSection={
        !lack && (
          <CloseButton
            size={24}
            aria-label={featurePageTexts.removeTag(name)}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          />
        )
      }
    >
      {name}
    </Badge>
  );
}
