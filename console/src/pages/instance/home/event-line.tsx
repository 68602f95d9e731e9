import type { Schemas } from '../../../api/client.js';
import { plainSentence } from '../../audit/audit/without-markdown.js';
import { featurePath } from '../../flags/features/feature-path.js';
import { Link } from '../../../app/router/link.js';
import { Time } from '../../../kit/time.js';
import styles from './home.module.css';

/** What an event says, which names its author, where and when. */
export function EventLine({ event }: { event: Schemas['DescribedEventResponse'] }) {
  const { featureName, project, label, type, summary, createdAt } = event;
  return (
    <>
      <div className={styles.line}>{plainSentence(summary) || label || type}</div>
      <div className={styles.about}>
        {featureName && project && (
          <Link to={featurePath(project, featureName)}>{featureName}</Link>
        )}
        <Time at={createdAt} relative />
      </div>
    </>
  );
}
