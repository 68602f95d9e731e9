import type { Caller } from '../../auth/caller/caller.js';
import { BadDataError } from '../../errors/general.errors.js';
import { type ClientQuery, clientQueryOf, KNOWS_SEGMENTS } from '../query/client-query.js';
import type { ClientFeaturesQueryDto } from '../query/client-features.dto.js';

/** What OpenAPI tells of the header by which such an SDK says so. */
export const SPEC_HEADER = {
  name: 'Unleash-Client-Spec',
  required: false,
  description: `Version of the client specification that the SDK follows: ${KNOWS_SEGMENTS} or later, as is taken for granted without the header.`,
};

/**
 * What an SDK asks for that takes in changes. It has to know of segments, which are told by
 * themselves.
 * @throws BadDataError when it says that it does not, or as {@link clientQueryOf}.
 */
export function changesAskedFor(
  dto: ClientFeaturesQueryDto,
  caller: Caller,
  spec: string | undefined,
): ClientQuery {
  const asked = clientQueryOf(dto, caller, spec || KNOWS_SEGMENTS);
  if (asked.query.inlineSegmentConstraints)
    throw new BadDataError(
      `Changes are for SDKs that follow the client specification ${KNOWS_SEGMENTS} or later.`,
    );
  return asked;
}
