import { Sparkline } from '../../../../kit/charts/sparkline.js';
import { isProduction } from '../../environments/production.js';
import { shortSentence } from '../../strategies/reach-sentence.js';
import { featureListTexts as texts } from '../../../../texts/feature-list.js';
import { number } from '../../../../texts/format.js';
import { Time } from '../../../../kit/time.js';
import type { FeatureDetails, FoundFeature } from '../feature-queries.js';
import styles from './chosen-columns.module.css';

/** More owners than these are counted. */
const MOST_OWNERS = 2;

interface ReachCellProps {
  feature: FoundFeature;
  details: FeatureDetails;
}

/** Who gets the feature in production; an environment is named where it is not clear. */
export function ReachCell({ feature, details: { environments } }: ReachCellProps) {
  const sentences = environments.map((place) => {
    const found = feature.environments.find(({ name }) => name === place.name);
    // The switch is right at once, details are read again.
    const enabled = found?.enabled ?? place.enabled;
    const sentence = shortSentence({ ...place, enabled });
    const isClear = environments.length === 1 && found && isProduction(found);
    return isClear ? sentence : texts.inPlace(place.name, sentence);
  });
  const text = sentences.join(' ');
  return <span title={text}>{text}</span>;
}

/** Evaluations of the last 24 hours, drawn and counted. */
export function UsageCell({ hours }: { hours: readonly number[] }) {
  const total = hours.reduce((sum, one) => sum + one, 0);
  if (total === 0) return <span className={styles.dimmed}>{texts.notEvaluated}</span>;
  return (
    <span className={styles.usage}>
      <Sparkline values={hours} label={texts.evaluated(total)} />
      <span aria-hidden>{number(total)}</span>
    </span>
  );
}

/** When something was changed last, and by whom. */
export function LastChangeCell({ change }: { change: FeatureDetails['lastChange'] }) {
  if (!change) return texts.none;
  return (
    <>
      <Time at={change.at} relative />
      <span className={styles.dimmed}>{texts.by(change.by)}</span>
    </>
  );
}

/** The owners of the project. */
export function OwnersCell({ owners }: Pick<FeatureDetails, 'owners'>) {
  return namesOfOwners(owners) || <span className={styles.nothing}>{texts.none}</span>;
}

/** The first ones by name. */
function namesOfOwners(owners: FeatureDetails['owners']): string {
  const names = owners.flatMap(({ name }) => name ?? []);
  const left = names.length - MOST_OWNERS;
  return left > 0 ? texts.more(names.slice(0, MOST_OWNERS), left) : names.join(', ');
}
