import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';

/** Documents the properties of a context in the query. */
export function ApiContextQuery(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'properties',
      required: false,
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', additionalProperties: { type: 'string' } },
    }),
    ApiQuery({ name: 'appName', required: false, description: 'Name of the application.' }),
    ApiQuery({
      name: 'currentTime',
      required: false,
      description: 'The time of the evaluation; by default the current time.',
    }),
    ApiQuery({
      name: 'environment',
      required: false,
      description: 'The environment for constraints; by default that of the token.',
    }),
    ApiQuery({
      name: 'remoteAddress',
      required: false,
      description: 'IP address of the user; by default that of the connection.',
    }),
    ApiQuery({
      name: 'sessionId',
      required: false,
      description: 'Identifier of the session; by default a random one for each request.',
    }),
    ApiQuery({ name: 'userId', required: false, description: 'Identifier of the user.' }),
  );
}
