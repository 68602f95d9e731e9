import { MAX_BULK_OPERATIONS, MAX_PAGE, SCHEMA } from './scim.dto.js';

/** Maximum size of a bulk request, or of a group with all its members, in bytes. */
export const MAX_BYTES = 2_000_000;

/** What the service supports (RFC 7643, chapter 5). */
export const SERVICE_PROVIDER_CONFIG = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: MAX_BULK_OPERATIONS, maxPayloadSize: MAX_BYTES },
  filter: { supported: true, maxResults: MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token that an administrator generates in the settings.',
      primary: true,
    },
  ],
};

const resourceType = (name: 'User' | 'Group', description: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  description,
  endpoint: `/${name}s`,
  schema: name === 'User' ? SCHEMA.user : SCHEMA.group,
  schemaExtensions: [],
});

/** The types of resources (RFC 7643, chapter 6). */
export const RESOURCE_TYPES = [
  resourceType('User', 'People who sign in.'),
  resourceType('Group', 'Groups of people, whose members share roles.'),
];

interface Attribute {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readOnly' | 'readWrite';
  uniqueness?: 'none' | 'server';
  multiValued?: boolean;
  subAttributes?: object[];
}

function attribute(name: string, description: string, declared: Attribute = {}): object {
  const { type = 'string', ...others } = declared;
  return {
    name,
    type,
    multiValued: false,
    description,
    required: false,
    ...(type === 'string' ? { caseExact: false, uniqueness: 'none' } : {}),
    mutability: 'readWrite',
    returned: 'default',
    ...others,
  };
}

const externalId = attribute('externalId', 'The id in the directory.', { caseExact: true });

const references = (name: string, description: string, mutability: 'readOnly' | 'readWrite') =>
  attribute(name, description, {
    type: 'complex',
    multiValued: true,
    mutability,
    subAttributes: [
      attribute('value', 'Its id.', { caseExact: true, mutability }),
      attribute('display', 'Its name.', { mutability: 'readOnly' }),
      attribute('$ref', 'Its address.', { type: 'reference', mutability: 'readOnly' }),
    ],
  });

const schema = (id: string, name: string, description: string, attributes: object[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes,
});

/** What resources consist of (RFC 7643, chapter 7): the attributes that the service keeps. */
export const SCHEMAS = [
  schema(SCHEMA.user, 'User', 'A person.', [
    attribute('userName', 'The unique name.', { required: true, uniqueness: 'server' }),
    externalId,
    attribute('name', 'The name of the person.', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The whole name.'),
        attribute('givenName', 'The given name.'),
        attribute('familyName', 'The family name.'),
      ],
    }),
    attribute('displayName', 'The name that is displayed.'),
    attribute('emails', 'E-mail addresses.', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'The address.', { required: true }),
        attribute('type', 'What it is for, such as work.'),
        attribute('primary', 'Whether it is the preferred one.', { type: 'boolean' }),
      ],
    }),
    attribute('active', 'Whether the person may sign in.', { type: 'boolean' }),
    references('groups', 'The groups that have the person.', 'readOnly'),
  ]),
  schema(SCHEMA.group, 'Group', 'A group of people.', [
    attribute('displayName', 'The unique name.', { required: true, uniqueness: 'server' }),
    externalId,
    references('members', 'The members.', 'readWrite'),
  ]),
];
