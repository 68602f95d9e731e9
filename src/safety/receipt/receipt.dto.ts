import { ApiProperty } from '@nestjs/swagger';
import { EventResponse } from '../../audit/audit-log/event/event.dto.js';
import { InclusionProofResponse } from '../../audit/audit-log/seal/checkpoint.dto.js';
import { EventDeliveryResponse } from '../../flags/feature/feature-preview.response.js';
import { OneOf } from '../../platform/http/validation/shape.decorators.js';

/** The form of the receipt to return. */
export class ReceiptQuery {
  /**
   * `jose` returns the signed receipt alone, as a file to keep, like `Accept: application/jose`;
   * `json` by default.
   */
  @OneOf(['json', 'jose'], { optional: true })
  format?: 'json' | 'jose';
}

/** What a receipt states, as of `issuedAt`. */
export class ReceiptContentResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer', enum: [1] })
  version: 1;
  /** Id of this installation of the service. */
  instanceId: string;
  /** When the receipt was made. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  issuedAt: string;
  /** The event that turned the feature on or off. */
  event: EventResponse;
  /** Id of the transaction of the event. An SDK has the change if its state contains it. */
  revision: string;
  /** Proof that the event is in the sealed audit log; null when there is none yet. */
  proof: InclusionProofResponse | null;
  /** Why there is no proof; null when there is one. */
  @ApiProperty({ type: String, nullable: true })
  proofNote: string | null;
  /** Which SDKs, applications and instances had the change, and which had not. */
  delivery: EventDeliveryResponse;
}

/** A signed statement about a switch and who has it. */
export class ReceiptResponse {
  /** JSON Web Signature over the content, in its compact form (RFC 7515). */
  @ApiProperty({ pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]{86}$' })
  receipt: string;
  /** What the receipt states. */
  content: ReceiptContentResponse;
}
