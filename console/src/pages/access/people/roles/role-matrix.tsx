import { Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { roleTexts as texts } from '../../../../texts/people.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import {
  permissionsQuery,
  type Role,
  roleQuery,
  type RoleWithPermissions,
} from '../people-queries.js';
import styles from './role-matrix.module.css';
import { permissionWords } from '../../../../kit/built-in.js';

/** Each role is one request, so that not all of many roles are compared. */
const MOST_ROLES = 12;
const ADMIN = 'ADMIN';

/** Permissions as rows and roles as columns. */
export function RoleMatrix({ roles }: { roles: readonly Role[] }) {
  const shown = roles.slice(0, MOST_ROLES);
  const { data, error } = useQuery(permissionsQuery);
  const read = useQueries({ queries: shown.map(({ id }) => roleQuery(id)) });
  const failed = error ?? read.find((one) => one.error)?.error;
  if (failed) return <FailureNotice error={failed} />;
  const known = read.flatMap((one) => one.data ?? []);
  if (!data || known.length < shown.length) return <Loading />;
  const inEnvironments = data.environments[0]?.permissions ?? [];
  const rows = [...data.root, ...data.project, ...inEnvironments];
  return (
    <>
      {roles.length > MOST_ROLES && (
        <Text size="sm" mb="xs">
          {texts.matrixLimit(MOST_ROLES)}
        </Text>
      )}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={texts.matrix}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">{texts.permission}</th>
              {known.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, displayName }) => (
              <tr key={name}>
                <th scope="row" title={name}>
                  {permissionWords({ name, displayName })}
                </th>
                {known.map((role) => (
                  <td key={role.id}>
                    <Grant role={role} permission={name} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Whether a role contains a permission, and in which environments only. */
function Grant({ role, permission }: { role: RoleWithPermissions; permission: string }) {
  const grants = role.permissions.filter(({ name }) => name === permission || name === ADMIN);
  if (grants.length === 0)
    return (
      <span className={styles.none} role="img" aria-label={texts.notAllowed}>
        –
      </span>
    );
  const isEverywhere = grants.some(({ environment }) => !environment);
  const names = grants.map(({ environment }) => environment).join(', ');
  return (
    <>
      <span role="img" aria-label={texts.allowed}>
        ✓
      </span>
      {!isEverywhere && <div className={styles.note}>{texts.only(names)}</div>}
    </>
  );
}
