import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type MinorEntry, MINOR_GROUPS } from '../../../app/shell/minor-navigation.js';
import { useMe } from '../../../app/session/me.js';
import { isAllowed } from '../../../app/session/permissions.js';
import { Link } from '../../../app/router/link.js';
import { statisticsQuery, type Statistics } from '../statistics/statistics-queries.js';
import { shellTexts as texts } from '../../../texts/shell.js';
import { number } from '../../../texts/format.js';
import { Page } from '../../../kit/page.js';
import styles from './administration.module.css';

/** How many things the pages of the administration list, by the paths of these pages. */
const countsOf = (numbers: Statistics): Readonly<Record<string, number>> => ({
  '/users': numbers.users,
  '/groups': numbers.groups,
  '/roles': numbers.roles,
  '/service-accounts': numbers.serviceAccounts,
  '/environments': numbers.environments,
  '/segments': numbers.segments,
  '/context-fields': numbers.contextFields,
  '/strategies': numbers.strategies,
  '/api-tokens': numbers.apiTokens.admin + numbers.apiTokens.client + numbers.apiTokens.frontend,
});

/** Leads to the pages that are too many for the main navigation, in groups, with their numbers. */
export function AdministrationPage() {
  const me = useMe();
  // The page works without numbers, which may not be readable.
  const { data } = useQuery({ ...statisticsQuery, retry: false });
  const counts = data ? countsOf(data.numbers) : {};
  const groups = MINOR_GROUPS.map(({ title, entries }) => ({
    title,
    shown: entries.filter(({ needs }) => !needs || isAllowed(me, needs)),
  }));
  return (
    <Page title={texts.administration}>
      {groups.map(({ title, shown }) => (
        <section key={title} aria-label={title} className={styles.group}>
          <Title order={2} size="h4">
            {title}
          </Title>
          <ul className={styles.links}>
            {shown.map((entry) => (
              <Entry key={entry.to} entry={entry} count={counts[entry.to]} />
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}

function Entry({ entry, count }: { entry: MinorEntry; count: number | undefined }) {
  return (
    <li className={styles.entry}>
      <Link to={entry.to} className={styles.link}>
        {entry.label}
      </Link>
      {count !== undefined && <span className={styles.count}>{number(count)}</span>}
      <p className={styles.about}>{entry.about}</p>
    </li>
  );
}
