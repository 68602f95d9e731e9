import { Anchor, Text } from '@mantine/core';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { basePath } from '../../../api/base-path.js';
import { Section } from '../profile/section.js';
import { uiConfigQuery } from '../../instance/instance/instance-queries.js';
import { signOnTexts as texts } from '../../../texts/sign-on.js';
import { EditDialog } from '../../../kit/edit-dialog.js';
import { Facts } from '../../../kit/facts.js';
import { FormDialog } from '../../../kit/form-dialog.js';
import { Page } from '../../../kit/page.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { SecretDialog } from '../../../kit/secret.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { type RenderDialog, useDialog } from '../../../kit/use-dialog.js';
import { fieldsOf } from './fields.js';
import {
  factsOf,
  type SettingField,
  type Settings,
  SettingInput,
  settingsOf,
} from './setting-fields.js';
import {
  newDirectoryToken,
  readSettings,
  rootRolesQuery,
  saveSettings,
  settingsQuery,
  SIGN_ON_PERMISSIONS,
  type SettingsKind,
} from './sign-on-queries.js';

const KINDS: readonly SettingsKind[] = ['security', 'simple', 'oidc', 'saml', 'scim'];

/** How people sign in: password, OpenID Connect, SAML, second factors and sessions. */
export function SignOnPage() {
  const [dialog, show] = useDialog();
  const { data: config } = useQuery(uiConfigQuery);
  // One observer for each: another one below would read a refused one again, and so on for ever.
  const settings = useQueries({ queries: KINDS.map(settingsQuery) });
  const queryOf = (kind: SettingsKind) => settings[KINDS.indexOf(kind)]!;
  // All appear together, so that none moves while somebody reads it.
  if (settings.some(({ isPending }) => isPending))
    return (
      <Page title={texts.title} intro={texts.intro}>
        <Loading />
      </Page>
    );
  const address = config?.unleashUrl ?? '';
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Group kind="security" query={queryOf('security')} title={texts.security.title} show={show} />
      <Group kind="simple" query={queryOf('simple')} title={texts.password.title} show={show} />
      <Group kind="oidc" query={queryOf('oidc')} title={texts.oidc.title} show={show}>
        <Facts facts={[[texts.redirect, `${address}/auth/oidc/callback`]]} />
        <Trial address={`${address}/auth/oidc/login`} />
      </Group>
      <Group kind="saml" query={queryOf('saml')} title={texts.saml.title} show={show}>
        <Facts
          facts={[
            [texts.entity, address],
            [texts.consumer, `${address}/auth/saml/callback`],
          ]}
        />
        <Anchor href={`${basePath}/auth/saml/metadata`}>{texts.metadata}</Anchor>
        <Trial address={`${address}/auth/saml/login`} />
      </Group>
      <Group kind="scim" query={queryOf('scim')} title={texts.directory.title} show={show}>
        <DirectoryToken settings={queryOf('scim').data} show={show} />
      </Group>
      {dialog}
    </Page>
  );
}

interface GroupProps {
  kind: SettingsKind;
  query: UseQueryResult<Settings>;
  title: string;
  show: (render: RenderDialog) => void;
  /** Shown while it is enabled or about to be set up. */
  children?: ReactNode;
}

function Group({ kind, query: { data, error, refetch }, title, show, children }: GroupProps) {
  const fields = useFields(kind, data);
  const change = (
    <PermittedButton
      variant="default"
      needs={SIGN_ON_PERMISSIONS}
      aria-label={texts.changeOf(title)}
      onClick={() =>
        show((close) => (
          <EditDialog<Settings>
            title={texts.changeOf(title)}
            thing={['sign-on', kind]}
            read={(signal) => readSettings(kind, signal)}
            send={(form, header) => saveSettings(kind, header, settingsOf(fields, form))}
            done={texts.saved(title)}
            outdates={['settings']}
            onClose={close}
          >
            {(body) =>
              fields.map((field) => (
                <SettingInput key={field.name} field={field} value={body[field.name]} />
              ))
            }
          </EditDialog>
        ))
      }
    >
      {texts.change}
    </PermittedButton>
  );
  return (
    <Section title={title} actions={change}>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {data && (
        <>
          <Facts facts={factsOf(shownOf(fields, data), data)} />
          {children}
        </>
      )}
    </Section>
  );
}

/** What is not enabled says nothing more, unless it has been set up. */
function shownOf(fields: readonly SettingField[], settings: Settings): readonly SettingField[] {
  const isUnused = settings['enabled'] === false && !settings['clientId'] && !settings['entityId'];
  return isUnused ? fields.filter(({ name }) => name === 'enabled') : fields;
}

interface DirectoryTokenProps {
  settings: Settings | undefined;
  show: (render: RenderDialog) => void;
}

/** What a directory needs to know: the address, and a token, which replaces the one before. */
function DirectoryToken({ settings, show }: DirectoryTokenProps) {
  const { directory } = texts;
  const since = settings?.['tokenCreatedAt'];
  const generate = async (): Promise<void> => {
    const secret = await newDirectoryToken();
    show((close) => (
      <SecretDialog
        title={directory.title}
        label={directory.token}
        secret={secret}
        onClose={close}
      />
    ));
  };
  return (
    <>
      <Facts
        facts={[
          [directory.address, settings?.['url'] as string],
          [directory.token, typeof since === 'string' ? <Time at={since} /> : texts.notSet],
        ]}
      />
      <PermittedButton
        mt="sm"
        variant="default"
        needs={SIGN_ON_PERMISSIONS}
        onClick={() =>
          show((close) => (
            <FormDialog
              title={directory.generate}
              action={directory.generate}
              outdates={['settings']}
              send={generate}
              onClose={close}
            >
              <Text>{since ? directory.replaces : directory.first}</Text>
            </FormDialog>
          ))
        }
      >
        {directory.generate}
      </PermittedButton>
    </>
  );
}

/** The fields of a group. People who may not see roles keep the role that is set. */
function useFields(kind: SettingsKind, settings: Settings | undefined) {
  const { data: roles } = useQuery(rootRolesQuery);
  const set = settings?.['defaultRootRoleId'];
  const choices = roles
    ? roles.map(({ id, name }) => ({ value: String(id), label: name }))
    : [{ value: String(set as number), label: String(set as number) }];
  return fieldsOf(kind, choices);
}

/** Where to try a way to sign in without losing the session in which the settings are changed. */
function Trial({ address }: { address: string }) {
  return (
    <Text size="sm" mt="sm">
      {texts.tryHint} {address}
    </Text>
  );
}
