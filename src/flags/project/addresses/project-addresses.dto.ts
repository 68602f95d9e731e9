import { MOST_ADDRESSES } from '../../../platform/http/address-list.js';
import { TextList } from '../../../platform/http/validation/shape.decorators.js';

/** From which addresses a project can be reached. */
export class ProjectAddressesDto {
  /**
   * IP addresses and ranges such as `10.0.0.0/8`, from which alone the project can be reached; at
   * most 100. From everywhere when empty.
   */
  @TextList({ max: MOST_ADDRESSES })
  allowedAddresses: string[];
}

/** From which addresses a project can be reached. */
export class ProjectAddressesResponse {
  /** IP addresses and ranges from which alone the project can be reached; empty for everywhere. */
  allowedAddresses: string[];
}
