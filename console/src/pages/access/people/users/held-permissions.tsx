import { Badge, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { Schemas } from '../../../../api/client.js';
import { roleTexts as texts, userTexts } from '../../../../texts/people.js';
import { Facts } from '../../../../kit/facts.js';
import { roleQuery, type RoleWithPermissions } from '../people-queries.js';
import styles from './held-permissions.module.css';
import { permissionWords } from '../../../../kit/built-in.js';

type Permissions = Schemas['UserPermissionsResponse'];
type Held = Schemas['HeldPermissionResponse'];

/** Each role is one request. Of somebody with more roles, the others explain nothing. */
const MOST_ROLES = 12;
const ADMIN = 'ADMIN';

/** The permissions that somebody has in a place, by the roles that give them. */
export function HeldPermissions({ held }: { held: Permissions }) {
  const sources = useSources(held);
  const { root, project, environment } = held.overview;
  const row = (label: string, permissions: readonly Held[]) =>
    [label, <Names key={label} permissions={permissions} sources={sources} />] as const;
  return (
    <div className={styles.held}>
      <Facts
        facts={[
          row(texts.everywhere, root),
          row(texts.inProject, project),
          row(userTexts.environment, environment),
        ]}
      />
    </div>
  );
}

/** A role of somebody, and in words how they have it. */
interface Source {
  role: RoleWithPermissions;
  words: string;
}

function useSources({ rootRole, groupRootRoles, projectRoles }: Permissions): readonly Source[] {
  const roles = [
    ...(rootRole ? [{ id: rootRole.id, words: userTexts.byRoot(rootRole.name) }] : []),
    ...groupRootRoles.map(({ id, name }) => ({ id, words: userTexts.byGroup(name) })),
    ...projectRoles.map(({ id, name }) => ({ id, words: userTexts.byProject(name) })),
  ].slice(0, MOST_ROLES);
  const read = useQueries({ queries: roles.map(({ id }) => roleQuery(id)) });
  return read.flatMap(({ data }, index) =>
    data ? [{ role: data, words: roles[index]!.words }] : [],
  );
}

/** Why somebody has a permission: the roles that contain it. */
function reasonOf(permission: string, sources: readonly Source[]): string {
  const giving = sources.filter(({ role }) =>
    role.permissions.some(({ name }) => name === permission || name === ADMIN),
  );
  return [...new Set(giving.map(({ words }) => words))].join(', ');
}

interface NamesProps {
  permissions: readonly Held[];
  sources: readonly Source[];
}

function Names({ permissions, sources }: NamesProps) {
  const held = permissions.filter(({ hasPermission }) => hasPermission);
  if (held.length === 0) return <Text c="dimmed">{userTexts.none}</Text>;
  const byReason = new Map<string, Held[]>();
  for (const permission of held) {
    const reason = reasonOf(permission.name, sources);
    byReason.set(reason, [...(byReason.get(reason) ?? []), permission]);
  }
  return [...byReason].map(([reason, some]) => (
    <div key={reason} className={styles.group}>
      {reason && <div className={styles.reason}>{userTexts.because(reason)}</div>}
      {some.map(({ name, displayName }) => (
        <Badge key={name} variant="default" className={styles.permission} title={name}>
          {permissionWords({ name, displayName })}
        </Badge>
      ))}
    </div>
  ));
}
