/**
 * Takes the place of `@nestjs/swagger` in the built service (scripts/build.mjs), which serves the
 * document that the build wrote and needs no descriptions any more. They and the package would keep
 * 17 MB in every process and take a tenth of its start.
 */
const undocumented = () => (): void => undefined;

export {
  undocumented as ApiBody,
  undocumented as ApiConsumes,
  undocumented as ApiExcludeEndpoint,
  undocumented as ApiExtraModels,
  undocumented as ApiHeader,
  undocumented as ApiOperation,
  undocumented as ApiParam,
  undocumented as ApiProperty,
  undocumented as ApiPropertyOptional,
  undocumented as ApiQuery,
  undocumented as ApiResponse,
  undocumented as ApiSecurity,
  undocumented as ApiTags,
};
export { OmitType, PartialType, PickType } from '@nestjs/mapped-types';

/** Where a schema stands in the document, which nobody asks for without one. */
export const getSchemaPath = (): string => '';
