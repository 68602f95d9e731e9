import { signOnTexts as texts } from '../../../texts/sign-on.js';
import type { SettingField } from './setting-fields.js';
import type { SettingsKind } from './sign-on-queries.js';

type Choices = readonly { value: string; label: string }[];

const { common, oidc, saml, security, password, directory } = texts;
const ALGORITHMS = ['RS256', 'RS384', 'RS512'].map((value) => ({ value, label: value }));
const MOST_KEY_LENGTH = 20_000;

const PROVISIONING = (roles: Choices): SettingField[] => [
  { name: 'autoCreate', label: common.autoCreate, kind: 'tick' },
  {
    name: 'defaultRootRoleId',
    label: common.role,
    kind: 'choice',
    choices: roles,
    isNumeric: true,
  },
  {
    name: 'emailDomains',
    label: common.emailDomains,
    hint: common.emailDomainsHint,
    kind: 'text',
  },
  { name: 'linkByEmail', label: common.linkByEmail, hint: common.linkByEmailHint, kind: 'tick' },
  { name: 'enableGroupSyncing', label: common.groupSyncing, kind: 'tick' },
  { name: 'groupJsonPath', label: common.groupPath, hint: common.groupPathHint, kind: 'text' },
];

const ENABLED: SettingField = { name: 'enabled', label: common.enabled, kind: 'tick' };

const OIDC = (roles: Choices): SettingField[] => [
  ENABLED,
  { name: 'discoverUrl', label: oidc.discoverUrl, hint: oidc.discoverUrlHint, kind: 'text' },
  { name: 'clientId', label: oidc.clientId, kind: 'text' },
  { name: 'secret', label: oidc.secret, kind: 'secret' },
  { name: 'acrValues', label: oidc.acrValues, hint: oidc.acrValuesHint, kind: 'text' },
  {
    name: 'idTokenSigningAlgorithm',
    label: oidc.algorithm,
    kind: 'choice',
    choices: ALGORITHMS,
  },
  { name: 'enablePkce', label: oidc.enablePkce, kind: 'tick' },
  { name: 'addGroupsScope', label: oidc.addGroupsScope, kind: 'tick' },
  { name: 'enableSingleSignOut', label: oidc.enableSingleSignOut, kind: 'tick' },
  ...PROVISIONING(roles),
];

const SAML = (roles: Choices): SettingField[] => [
  ENABLED,
  { name: 'entityId', label: saml.entityId, kind: 'text' },
  { name: 'signOnUrl', label: saml.signOnUrl, kind: 'text' },
  { name: 'certificate', label: saml.certificate, hint: saml.certificateHint, kind: 'long' },
  { name: 'signOutUrl', label: saml.signOutUrl, kind: 'text' },
  {
    name: 'spCertificate',
    label: saml.spCertificate,
    hint: saml.spCertificateHint,
    kind: 'secret',
    max: MOST_KEY_LENGTH,
  },
  ...PROVISIONING(roles),
];

const SECURITY = (roles: Choices): SettingField[] => [
  { name: 'secondFactorRequired', label: security.required, kind: 'tick' },
  {
    name: 'secondFactorRoles',
    label: security.roles,
    kind: 'choices',
    choices: roles,
    isNumeric: true,
    none: texts.nobody,
  },
  { name: 'secondFactorAfterSso', label: security.afterSso, kind: 'tick' },
  { name: 'confirmationMinutes', label: security.confirmation, kind: 'number', min: 1, max: 1_440 },
  {
    name: 'idleMinutes',
    label: security.idle,
    hint: security.idleHint,
    kind: 'number',
    min: 5,
    max: 525_600,
    none: texts.never,
  },
];

const SCIM = (roles: Choices): SettingField[] => [
  { name: 'enabled', label: directory.enabled, hint: directory.enabledHint, kind: 'tick' },
  {
    name: 'assumeControlOfExisting',
    label: directory.takesOver,
    hint: directory.takesOverHint,
    kind: 'tick',
  },
  {
    name: 'defaultRootRoleId',
    label: common.role,
    kind: 'choice',
    choices: roles,
    isNumeric: true,
  },
];

/** The settings of a group, in the order in which they are shown. */
export function fieldsOf(kind: SettingsKind, roles: Choices): readonly SettingField[] {
  if (kind === 'oidc') return OIDC(roles);
  if (kind === 'saml') return SAML(roles);
  if (kind === 'security') return SECURITY(roles);
  if (kind === 'scim') return SCIM(roles);
  return [
    { name: 'disabled', label: password.disabled, hint: password.disabledHint, kind: 'tick' },
  ];
}
