import { Text } from '../../../platform/http/validation/shape.decorators.js';

/** The template of a release plan to add. */
export class ReleasePlanTemplateIdDto {
  /** UUID of the template. */
  @Text({ max: 100 })
  templateId: string;
}
