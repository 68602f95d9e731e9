import type { Type } from '@nestjs/common';
import { type ApiResponseOptions, getSchemaPath } from '@nestjs/swagger';

/** Marks a response in OpenAPI that only has its body in special cases. */
const WITHOUT_BODY = { 'x-usually-without-body': true };
const PREVIEWED = 'With `dryRun=true`: what the change would do.';
const WARNED = 'If a guard warns: the change was made, and `warnings` say what it affects.';

/** Description of the refusal by a guard. */
export const GUARDED =
  'The features are in use, and a guard blocks the change: nothing was changed, and `warnings` ' +
  'say why. `force=true` with a `reason` makes the change in any case. Or an idempotency key ' +
  'was used for a request whose response was too long to keep.';

/** The classes of the special responses of a change. */
interface Special {
  /** Of a dry run. */
  preview: Type;
  /** With the warnings of a guard. */
  guard: Type | undefined;
}

/** The 200 of a change whose usual status is another one. */
export function specialOnly({ preview, guard }: Special): ApiResponseOptions {
  return {
    status: 200,
    description: descriptionOf(guard),
    schema: guard ? eitherOf(preview, guard) : refTo(preview),
  };
}

/** The response of a change, or of its preview, with the same status. */
export function orSpecial(
  response: Type | [Type] | undefined,
  { preview, guard }: Special,
): ApiResponseOptions {
  const special = descriptionOf(guard);
  if (response)
    return {
      status: 200,
      description: `Success. ${special}`,
      schema: eitherOf(guard ?? response, preview),
    };
  return {
    ...specialOnly({ preview, guard }),
    description: `Success, without a body. ${special}`,
    ...WITHOUT_BODY,
  };
}

function descriptionOf(guard: Type | undefined): string {
  return guard ? `${PREVIEWED} ${WARNED}` : PREVIEWED;
}

/** Either of two bodies. */
export function eitherOf(response: Type | [Type], otherwise: Type) {
  const usual = Array.isArray(response)
    ? { type: 'array' as const, items: refTo(response[0]) }
    : refTo(response);
  return { oneOf: [usual, refTo(otherwise)] };
}

function refTo(type: Type): { $ref: string } {
  return { $ref: getSchemaPath(type) };
}
