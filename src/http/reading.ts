import type { EndpointPromise } from './endpoint-promise.js';

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Operations that send a body and change nothing. */
const READING_WITH_BODY: ReadonlySet<string> = new Set([
  'deprecatedSearchEvents',
  'getAdvancedPlayground',
  'getPlayground',
  'validate',
  'validateArchiveFeatures',
  'validateConstraint',
  'validateEnvironmentName',
  'validateFeature',
  'validateImport',
  'validateProject',
  'validateRole',
  'validateSegment',
  'validateTagType',
  'validateUserPassword',
]);

/** Whether a request changes nothing. */
export function isReading(
  method: string,
  promise: Pick<EndpointPromise, 'id'> | undefined,
): boolean {
  return READING.has(method) || READING_WITH_BODY.has(promise?.id ?? '');
}
