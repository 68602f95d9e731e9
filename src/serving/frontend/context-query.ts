import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';

const PROPERTY = /^properties\[([^[\]]+)\]$/;

/**
 * Parses the context in a query such as `?userId=7&properties[plan]=pro`. The general query parser
 * is not used, because it treats `properties[7]` as a list element.
 *
 * A query that is odd costs a browser no features, as in the reference: repeated values are
 * separated by commas, as the SDK spells lists; `properties` without a name, and a `currentTime`
 * that is no time, are ignored.
 */
export function contextOfQuery(url: string): Record<string, unknown> {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  const fields = new Map<string, string>();
  const properties = new Map<string, string>();
  for (const [name, value] of query) {
    const property = PROPERTY.exec(name)?.[1];
    if (property !== undefined) add(properties, property, value);
    else if (name !== 'properties') add(fields, name, value);
  }
  if (Number.isNaN(Date.parse(fields.get('currentTime') ?? ''))) fields.delete('currentTime');
  return { ...Object.fromEntries(fields), properties: Object.fromEntries(properties) };
}

function add(to: Map<string, string>, name: string, value: string): void {
  const before = to.get(name);
  to.set(name, before === undefined ? value : `${before},${value}`);
}

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
