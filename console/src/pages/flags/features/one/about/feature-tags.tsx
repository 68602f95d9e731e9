import { lazy, Suspense, useState } from 'react';
import type { Schemas } from '../../../../../api/client.js';
import { featurePageTexts as texts } from '../../../../../texts/feature-page.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { LazyPart } from '../../../../../kit/lazy-part.js';
import type { Feature } from '../../feature-queries.js';
import styles from './about.module.css';

type Tag = Schemas['TagDto'];

const TagForm = lazy(async () => (await import('../other-sections.js')).loadTagForm());
const TagBadge = lazy(async () => ({ default: (await import('./badges.js')).TagBadge }));

const NEEDS = 'UPDATE_FEATURE';
/** What a tag is called, such as `simple:checkout`. */
export const nameOf = ({ type, value }: Tag): string => `${type}:${value}`;

/** The tags of a feature, which can be added and removed. */
export function FeatureTags({ feature }: { feature: Feature }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <div className={styles.tags}>
      {feature.tags.map((tag) => (
        <Suspense key={nameOf(tag)} fallback={nameOf(tag)}>
          <TagBadge feature={feature} tag={tag} />
        </Suspense>
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
