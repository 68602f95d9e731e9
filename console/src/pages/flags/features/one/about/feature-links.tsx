import { lazy, Suspense } from 'react';
import type { Schemas } from '../../../../../api/client.js';
import { featureLinkTexts as texts } from '../../../../../texts/feature-links.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { useDialog } from '../../../../../kit/use-dialog.js';
import { LazyPart } from '../../../../../kit/lazy-part.js';
import type { Feature } from '../../feature-queries.js';
import styles from './about.module.css';

/** A link of a feature to a page elsewhere. */
export type FeatureLink = Schemas['FeatureLinkResponse'];

const NEEDS = 'UPDATE_FEATURE';
const LinkDialog = lazy(async () => (await import('../other-sections.js')).loadLinkDialog());
const LinkBadge = lazy(async () => ({ default: (await import('./badges.js')).LinkBadge }));

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
        <Suspense key={link.id} fallback={link.title ?? link.url}>
          <LinkBadge feature={feature} link={link} edit={() => edit(link)} />
        </Suspense>
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
