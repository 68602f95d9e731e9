import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import { versionedBodyOf } from '../../../../api/versioned.js';
import { roleTexts as texts } from '../../../../texts/people.js';
import { uiTexts } from '../../../../texts/ui.js';
import { EditDialog } from '../../../../kit/edit-dialog.js';
import { FormDialog, textOf, textsOf } from '../../../../kit/form-dialog.js';
import { DescriptionField, NameField } from '../../../../kit/name-field.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { permissionsQuery, type Role, type RoleWithPermissions } from '../people-queries.js';
import styles from './role-matrix.module.css';
import { permissionWords } from '../../../../kit/built-in.js';

type OwnType = 'root-custom' | 'custom';
type Grant = Schemas['AdminPermissionResponse'];
type NamedPermission = { name: string; displayName: string };

const OUTDATES = ['people', 'me'];
const NAME_LENGTH = 100;
const DESCRIPTION_LENGTH = 1000;
const OWN_TYPES: readonly OwnType[] = ['root-custom', 'custom'];
const PATH = '/api/admin/roles/{roleId}';
const ADMIN = 'ADMIN';

/** The value of a box: a permission, and an environment after a space if it has one. */
const grantOf = (name: string, environment?: string): string =>
  environment ? `${name} ${environment}` : name;

function Fields({ type, role }: { type: OwnType; role?: RoleWithPermissions }) {
  return (
    <>
      <NameField maxLength={NAME_LENGTH} defaultValue={role?.name} />
      <DescriptionField maxLength={DESCRIPTION_LENGTH} value={role?.description} />
      <Permissions key={type} type={type} granted={role?.permissions ?? []} />
    </>
  );
}

/** Root roles can contain all permissions but the one for everything. */
function Permissions({ type, granted }: { type: OwnType; granted: readonly Grant[] }) {
  const { data, error } = useQuery(permissionsQuery);
  if (!data) return error ? <FailureNotice error={error} /> : <Loading />;
  const held = new Set(granted.map(({ name, environment }) => grantOf(name, environment)));
  if (type === 'root-custom')
    return (
      <Boxes
        legend={texts.everywhere}
        permissions={data.root.filter(({ name }) => name !== ADMIN)}
        held={held}
      />
    );
  return (
    <>
      <Boxes legend={texts.inProject} permissions={data.project} held={held} />
      <EnvironmentBoxes environments={data.environments} held={held} />
    </>
  );
}

interface BoxesProps {
  legend: string;
  permissions: readonly NamedPermission[];
  held: ReadonlySet<string>;
}

function Boxes({ legend, permissions, held }: BoxesProps) {
  return (
    <fieldset className={styles.permissions}>
      <legend>{legend}</legend>
      {permissions.map(({ name, displayName }) => (
        <Checkbox
          key={name}
          name="permissions"
          value={grantOf(name)}
          label={permissionWords({ name, displayName })}
          title={name}
          defaultChecked={held.has(grantOf(name))}
        />
      ))}
    </fieldset>
  );
}

interface EnvironmentBoxesProps {
  environments: readonly { name: string; permissions: readonly NamedPermission[] }[];
  held: ReadonlySet<string>;
}

/** What is granted by environment: all have the same permissions. */
function EnvironmentBoxes({ environments, held }: EnvironmentBoxesProps) {
  const rows = environments[0]?.permissions ?? [];
  return (
    <div className={styles.scroll}>
      <table className={styles.matrix} aria-label={texts.byEnvironment}>
        <thead>
          <tr>
            <th scope="col">{texts.byEnvironment}</th>
            {environments.map(({ name }) => (
              <th key={name} scope="col">
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
              {environments.map((environment) => (
                <td key={environment.name}>
                  <Checkbox
                    className={styles.box}
                    name="permissions"
                    value={grantOf(name, environment.name)}
                    aria-label={texts.inEnvironment(
                      permissionWords({ name, displayName }),
                      environment.name,
                    )}
                    defaultChecked={held.has(grantOf(name, environment.name))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function roleOf(form: FormData, type: OwnType): Schemas['RoleDto'] {
  return {
    name: textOf(form, 'name'),
    description: textOf(form, 'description'),
    type,
    permissions: textsOf(form, 'permissions').map((grant) => {
      const [name = '', environment] = grant.split(' ');
      return environment ? { name, environment } : { name };
    }),
  };
}

/** Creates a role with any permissions that the person has. */
export function CreateRole({ onClose }: { onClose: () => void }) {
  const [type, setType] = useState<OwnType>('custom');
  return (
    <FormDialog
      title={texts.create}
      size="xl"
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) => bodyOf(api.POST('/api/admin/roles', { body: roleOf(form, type) }))}
    >
      <NativeSelect
        label={texts.type}
        value={type}
        data={OWN_TYPES.map((value) => ({ value, label: texts.types[value] ?? value }))}
        onChange={({ currentTarget: { value } }) => setType(value as OwnType)}
      />
      <Fields type={type} />
    </FormDialog>
  );
}

/** Edits a role that is not built in. */
export function EditRole({
  role: { id, name, type },
  onClose,
}: {
  role: Role;
  onClose: () => void;
}) {
  const path = { path: { roleId: id } };
  return (
    <EditDialog
      title={texts.editTitle(name)}
      size="xl"
      thing={['roles', id]}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: path, signal }))}
      done={uiTexts.done(name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form, header) =>
        bodyOf(api.PUT(PATH, { params: { ...path, header }, body: roleOf(form, type as OwnType) }))
      }
    >
      {(role) => <Fields type={type as OwnType} role={role} />}
    </EditDialog>
  );
}
