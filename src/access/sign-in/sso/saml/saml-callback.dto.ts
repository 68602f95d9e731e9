import { Text } from '../../../../platform/http/validation/shape.decorators.js';

/** The response of a SAML provider, posted by the browser. */
export class SamlCallbackDto {
  /** The response in base64. */
  @Text()
  SAMLResponse: string;
}

/** The ticket for a received response. */
export class SamlTicketDto {
  /** The ticket. */
  @Text({ max: 100 })
  ticket: string;
}
