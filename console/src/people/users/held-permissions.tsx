import { Badge, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { roleTexts as texts, userTexts } from '../../texts/people.js';
import { Facts } from '../../ui/facts.js';
import styles from './held-permissions.module.css';

type Held = Schemas['HeldPermissionsResponse'];

/** The permissions that somebody has in a place. */
export function HeldPermissions({ held: { root, project, environment } }: { held: Held }) {
  return (
    <Facts
      facts={[
        [texts.everywhere, <Names key="root" permissions={root} />],
        [texts.inProject, <Names key="project" permissions={project} />],
        [userTexts.environment, <Names key="environment" permissions={environment} />],
      ]}
    />
  );
}

function Names({ permissions }: { permissions: Held['root'] }) {
  const held = permissions.filter(({ hasPermission }) => hasPermission);
  if (held.length === 0) return <Text c="dimmed">{userTexts.none}</Text>;
  return held.map(({ name, displayName }) => (
    <Badge key={name} variant="default" className={styles.permission} title={name}>
      {displayName}
    </Badge>
  ));
}
