import type { ApiPropertyOptions } from '@nestjs/swagger';

const TEXT = { type: 'string' } as const;
const FIELDS = {
  appName: { ...TEXT, minLength: 1, description: 'Name of the application.' },
  currentTime: {
    ...TEXT,
    format: 'date-time',
    description: 'The time of the evaluation; the current time when absent.',
  },
  environment: {
    ...TEXT,
    deprecated: true,
    description: 'Ignored; the evaluated environment is used.',
  },
  remoteAddress: { ...TEXT, description: 'IP address of the user.' },
  sessionId: { ...TEXT, description: 'Identifier of the session.' },
  userId: { ...TEXT, description: 'Identifier of the user.' },
} as const;
const PROPERTIES = {
  type: 'object',
  additionalProperties: TEXT,
  description: 'Custom context fields by name.',
} as const;

/** OpenAPI schema of a context, which allows additional fields. */
export const CONTEXT_SCHEMA: ApiPropertyOptions = {
  type: 'object',
  required: ['appName'],
  selfRequired: true,
  properties: { ...FIELDS, properties: PROPERTIES },
  additionalProperties: true,
};

/** OpenAPI schema of a context with merged properties. */
export const FLAT_CONTEXT_SCHEMA: ApiPropertyOptions = {
  type: 'object',
  required: ['appName'],
  selfRequired: true,
  properties: FIELDS,
  additionalProperties: true,
};

/** OpenAPI schema of the choice of projects. */
export const PROJECTS_SCHEMA: ApiPropertyOptions = {
  required: false,
  oneOf: [
    { type: 'array', items: TEXT },
    { ...TEXT, enum: ['*'] },
  ],
};
