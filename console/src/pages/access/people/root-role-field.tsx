import { NativeSelect } from '@mantine/core';
import type { Role } from './people-queries.js';

interface RootRoleFieldProps {
  label: string;
  roles: readonly Role[];
  value?: number | null;
  /** The choice of no role, if there is one. */
  none?: string;
}

const VIEWER = 'Viewer';

/** Chooses a root role; new people can only read unless another role is chosen. */
export function RootRoleField({ label, roles, value, none }: RootRoleFieldProps) {
  const viewer = roles.find(({ name }) => name === VIEWER)?.id;
  const chosen = value ?? (none ? '' : viewer);
  return (
    <NativeSelect
      key={roles.length}
      name="rootRole"
      label={label}
      data={[
        ...(none ? [{ value: '', label: none }] : []),
        ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      defaultValue={String(chosen ?? '')}
    />
  );
}
