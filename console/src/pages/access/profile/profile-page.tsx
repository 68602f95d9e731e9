import { type MantineColorScheme, NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../../app/session/me.js';
import { Facts } from '../../../kit/facts.js';
import { Section } from './section.js';
import { profileTexts } from '../../../texts/profile.js';
import { accountTexts } from '../../../texts/account.js';
import { Page } from '../../../kit/page.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { ProfileLinks } from './profile-links.js';
import { profileQuery } from './profile-queries.js';

const SCHEMES = [
  { value: 'light', label: accountTexts.light },
  { value: 'dark', label: accountTexts.dark },
  { value: 'auto', label: accountTexts.auto },
];

/** Who the person is, and the theme of the browser. */
export function ProfilePage() {
  const { user } = useMe();
  const { data, error, refetch } = useQuery(profileQuery);
  return (
    <Page title={profileTexts.title}>
      <ProfileLinks />
      <Section title={profileTexts.profile} intro={profileTexts.changeHint}>
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && (
          <Facts
            facts={[
              [profileTexts.name, user.name || profileTexts.none],
              [profileTexts.username, user.username || profileTexts.none],
              [profileTexts.email, user.email || profileTexts.none],
              [profileTexts.role, data.rootRole.name],
              [profileTexts.projects, data.projects.join(', ') || profileTexts.noProjects],
              [profileTexts.since, <Time key="since" at={user.createdAt} />],
            ]}
          />
        )}
      </Section>
      <Theme />
    </Page>
  );
}

function Theme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      maw={320}
      label={profileTexts.theme}
      data={SCHEMES}
      value={colorScheme}
      onChange={({ currentTarget }) => setColorScheme(currentTarget.value as MantineColorScheme)}
    />
  );
}
