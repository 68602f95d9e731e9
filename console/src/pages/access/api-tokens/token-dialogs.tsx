import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { environmentsQuery } from '../../flags/environments/environment-queries.js';
import { projectsQuery } from '../../flags/projects/project-queries.js';
import { useMe } from '../../../app/session/me.js';
import { isAllowed } from '../../../app/session/permissions.js';
import { apiTokenTexts as texts } from '../../../texts/api-tokens.js';
import { uiTexts } from '../../../texts/ui.js';
import { AddressesField, addressesIn } from '../../../kit/addresses-field.js';
import { DayField } from '../../../kit/day-field.js';
import { endOfDay } from '../../../kit/moment.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { MultiChoice } from '../../../kit/multi-choice.js';
import {
  type ApiToken,
  createToken,
  TOKEN_TYPES,
  tokenPermission,
  type TokenType,
} from './api-token-queries.js';

const NAME_LENGTH = 255;

interface CreateTokenProps {
  /** The project that the token is limited to. */
  project?: string;
  onCreated: (token: ApiToken) => void;
  onClose: () => void;
}

/** Creates a token for SDKs or programs. */
export function CreateToken({ project, onCreated, onClose }: CreateTokenProps) {
  const types = useTypes(project);
  const [chosen, setType] = useState<TokenType>(types[0] ?? 'client');
  return (
    <FormDialog
      title={texts.create}
      outdates={['api-tokens']}
      onClose={onClose}
      send={async (form) => onCreated(await createToken(tokenOf(form, project), project))}
    >
      <TextInput
        name="tokenName"
        label={texts.name}
        description={texts.nameHint}
        required
        maxLength={NAME_LENGTH}
        data-autofocus
      />
      <NativeSelect
        name="type"
        label={texts.type}
        value={chosen}
        data={types.map((value) => ({ value, label: texts.types[value] }))}
        onChange={({ currentTarget: { value } }) => setType(value as TokenType)}
      />
      {chosen !== 'admin' && <Reach isInProject={project !== undefined} />}
      <DayField name="expiresAt" label={texts.expires} description={texts.expiresHint} />
      <AddressesField />
    </FormDialog>
  );
}

/** The types that the person may create. */
function useTypes(project: string | undefined): TokenType[] {
  const me = useMe();
  if (project !== undefined) return TOKEN_TYPES.filter((type) => type !== 'admin');
  return TOKEN_TYPES.filter((type) => isAllowed(me, [tokenPermission('CREATE', type)]));
}

function Reach({ isInProject }: { isInProject: boolean }) {
  const { data: environments = [] } = useQuery(environmentsQuery);
  const { data: projects = [] } = useQuery(projectsQuery());
  const choices = environments.filter(({ enabled }) => enabled);
  return (
    <>
      <NativeSelect
        key={choices.length}
        name="environment"
        label={texts.environment}
        data={choices.map(({ name }) => name)}
      />
      {!isInProject && (
        <MultiChoice
          name="projects"
          label={texts.projects}
          placeholder={texts.allProjects}
          searchable
          clearable
          limit={50}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  );
}

function tokenOf(form: FormData, project: string | undefined) {
  const projects = project ? [project] : textOf(form, 'projects').split(',').filter(Boolean);
  const environment = textOf(form, 'environment');
  return {
    tokenName: textOf(form, 'tokenName'),
    type: textOf(form, 'type') as TokenType,
    ...(environment ? { environment } : {}),
    ...(projects.length > 0 ? { projects } : {}),
    expiresAt: endOfDay(textOf(form, 'expiresAt')),
    ...(addressesIn(form).length > 0 ? { allowedAddresses: addressesIn(form) } : {}),
  };
}

/** Changes when a token expires, and from where it can be used. */
export function ChangeToken({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  return (
    <FormDialog
      title={texts.changeTitle(token.tokenName)}
      action={uiTexts.save}
      done={texts.changed(token.tokenName)}
      outdates={['api-tokens']}
      onClose={onClose}
      send={(form) => {
        const expiresAt = endOfDay(textOf(form, 'expiresAt'));
        return bodyOf(
          api.PUT('/api/admin/api-tokens/{token}', {
            params: { path: { token: token.id } },
            body: {
              ...(expiresAt ? { expiresAt } : {}),
              allowedAddresses: addressesIn(form),
            },
          }),
        );
      }}
    >
      <DayField
        name="expiresAt"
        label={texts.expires}
        description={token.expiresAt ? undefined : texts.expiresHint}
        required={token.expiresAt !== null}
        at={token.expiresAt}
      />
      <AddressesField of={token.allowedAddresses} />
    </FormDialog>
  );
}
