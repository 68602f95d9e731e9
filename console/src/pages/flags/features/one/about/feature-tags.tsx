import { Badge, CloseButton } from '@mantine/core';
import { lazy, useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';
import { useLack } from '../../../../../app/session/permissions.js';
import { featurePageTexts as texts } from '../../../../../texts/feature-page.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { useAction } from '../../../../../kit/use-action.js';
import { LazyPart } from '../../../../../kit/lazy-part.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';
import styles from './about.module.css';

type Tag = Schemas['TagDto'];

const TagForm = lazy(async () => ({ default: (await import('./tag-form.js')).TagForm }));

const NEEDS = 'UPDATE_FEATURE';
/** What a tag is called, such as `simple:checkout`. */
export const nameOf = ({ type, value }: Tag): string => `${type}:${value}`;

/** The tags of a feature, which can be added and removed. */
export function FeatureTags({ feature }: { feature: Feature }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <div className={styles.tags}>
      {feature.tags.map((tag) => (
        <TagBadge key={nameOf(tag)} feature={feature} tag={tag} />
      ))}
      {feature.tags.length === 0 && !isAdding && texts.noTags}
      {isAdding ? (
        <LazyPart>
          <TagForm feature={feature} onClose={() => setAdding(false)} />
        </LazyPart>
      ) : (
        <PermittedButton
          needs={NEEDS}
          place={{ project: feature.project }}
          size="compact-sm"
          variant="default"
          onClick={() => setAdding(true)}
        >
          {texts.addTag}
        </PermittedButton>
      )}
    </div>
  );
}

function TagBadge({ feature, tag }: { feature: Feature; tag: Tag }) {
  const name = nameOf(tag);
  const lack = useLack(NEEDS, { project: feature.project });
  const remove = useAction(
    () =>
      bodyOf(
        api.DELETE('/api/admin/features/{featureName}/tags/{type}/{value}', {
          params: { path: { featureName: feature.name, ...tag } },
        }),
      ),
    { done: texts.tagRemoved(name), outdates: [...FEATURE_ROOTS, 'tags'] },
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
            aria-label={texts.removeTag(name)}
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
