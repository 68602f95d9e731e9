import type { Caller } from '../../../core/auth/caller/caller.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { type ClientQuery, clientQueryOf, KNOWS_SEGMENTS } from '../query/client-query.js';
import type { ClientFeaturesQueryDto } from '../query/client-features.dto.js';

/** OpenAPI description of the header with which SDKs announce their protocol version. */
export const SPEC_HEADER = {
  name: 'Unleash-Client-Spec',
  required: false,
  description:
    `Version of the client specification that the SDK follows: ${KNOWS_SEGMENTS} or later; ` +
    'assumed when the header is missing.',
};

/**
 * Parses the query of a delta SDK, which must support segments.
 * @throws BadDataError when the SDK says it does not support them, or as {@link clientQueryOf}.
 */
export function changesAskedFor(
  dto: ClientFeaturesQueryDto,
  caller: Caller,
  spec: string | undefined,
): ClientQuery {
  const query = clientQueryOf(dto, caller, spec || KNOWS_SEGMENTS);
  if (query.query.inlineSegmentConstraints)
    throw new BadDataError(
      `Deltas require an SDK that follows the client specification ${KNOWS_SEGMENTS} or later.`,
    );
  return query;
}
