import { Text } from '../../../http/validation/shape.decorators.js';

/** The answer of a SAML provider, as a browser posts it. */
export class SamlCallbackDto {
  /** The response, in base64. */
  @Text()
  SAMLResponse: string;
}

/** How a browser fetches what its answer has led to. */
export class SamlTicketDto {
  /** What the answer was handed in for. */
  @Text({ max: 100 })
  ticket: string;
}
