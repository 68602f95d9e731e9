import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { ChangeDto } from './change-request.dto.js';

/** Documents a body that is one change, or a list of changes. */
export function ApiChangesBody(): MethodDecorator {
  const change = { $ref: getSchemaPath(ChangeDto) };
  return applyDecorators(
    ApiExtraModels(ChangeDto),
    ApiBody({ schema: { oneOf: [change, { type: 'array', items: change }] } }),
  );
}
