import { useQueries, useQuery } from '@tanstack/react-query';
import { drillQuery } from '../instance/instance-queries.js';
import { integrationsQuery, newestDeliveryQuery } from '../integrations/integration-queries.js';
import { personalTokensQuery } from '../../access/profile/profile-queries.js';
import { Link } from '../../../app/router/link.js';
import { homeTexts as texts } from '../../../texts/home.js';
import { Time } from '../../../kit/time.js';
import { EventLine } from './event-line.js';
import { failedEventsQuery } from './home-queries.js';
import styles from './home.module.css';
import { Panel } from './panel.js';

/** More integrations than this are not asked one by one. */
const MOST_ASKED = 10;
/** Two weeks are enough to replace a token. */
const SOON_MS = 14 * 86_400_000;

/** What did not go as planned: drills, schedules, release plans and deliveries of integrations. */
export function Attention() {
  const failures = useQuery(failedEventsQuery());
  const failing = useFailingIntegrations();
  const drill = useQuery(drillQuery);
  const expiring = useExpiringTokens();
  const items = [
    ...(drill.data?.broken ?? []).map(({ part, where, reason }) => ({
      key: `drill ${part} ${where}`,
      content: (
        <>
          <Link to="/instance" className={styles.name}>
            {texts.drillFails}
          </Link>
          <div className={styles.about}>
            <span className={styles.failed}>{`${part}, ${where}`}</span>
            {reason}
          </div>
        </>
      ),
    })),
    ...failing.map(({ id, name, at }) => ({
      key: `integration ${id}`,
      content: (
        <>
          <Link to={`/integrations/${id}`} className={styles.name}>
            {name}
          </Link>
          <div className={styles.about}>
            <span className={styles.failed}>{texts.integrationFails}</span>
            <Time at={at} relative />
          </div>
        </>
      ),
    })),
    ...expiring.map(({ id, description, expiresAt }) => ({
      key: `token ${id}`,
      content: (
        <>
          <Link to="/profile/tokens" className={styles.name}>
            {description}
          </Link>
          <div className={styles.about}>
            <span>{isPast(expiresAt) ? texts.tokenExpired : texts.tokenExpires}</span>
            <Time at={expiresAt} relative />
          </div>
        </>
      ),
    })),
    ...(failures.data?.events ?? []).map((event) => ({
      key: String(event.id),
      content: <EventLine event={event} />,
    })),
  ];
  return (
    <Panel title={texts.attention} answers={[failures]} empty={texts.nothingFails} items={items} />
  );
}

const isPast = (moment: string): boolean => Date.parse(moment) < Date.now();

/** Personal tokens of the reader that end soon, or have ended and are not deleted yet. */
function useExpiringTokens() {
  const { data } = useQuery({ ...personalTokensQuery, retry: false });
  const soon = Date.now() + SOON_MS;
  return (data?.pats ?? []).filter(({ expiresAt }) => Date.parse(expiresAt) < soon);
}

/** Integrations whose newest delivery has failed; none for people who may not read them. */
function useFailingIntegrations(): { id: number; name: string; at: string }[] {
  const { data } = useQuery({ ...integrationsQuery, retry: false });
  const asked = (data?.addons ?? []).filter(({ enabled }) => enabled).slice(0, MOST_ASKED);
  const newest = useQueries({ queries: asked.map(({ id }) => newestDeliveryQuery(id)) });
  return asked.flatMap(({ id, provider, description }, index) => {
    const delivery = newest[index]?.data;
    if (delivery?.state !== 'failed') return [];
    return [{ id, name: description || provider, at: delivery.createdAt }];
  });
}
