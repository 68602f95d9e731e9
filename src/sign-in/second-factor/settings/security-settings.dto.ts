import { Flag, IdList, Int } from '../../../http/validation/shape.decorators.js';

/** How sessions and second factors are looked after. What is left out goes back to its preset. */
export class SecuritySettingsDto {
  /** Whether every user must have a second factor; false by default. */
  @Flag({ optional: true })
  secondFactorRequired?: boolean;
  /**
   * Ids of root roles whose holders must have a second factor, by themselves or by a group; none by
   * default.
   */
  @IdList({ optional: true, max: 1000 })
  secondFactorRoles?: number[];
  /**
   * Whether those who sign in by single sign-on are asked for their second factor here too; false
   * by default: the identity provider is responsible.
   */
  @Flag({ optional: true })
  secondFactorAfterSso?: boolean;
  /** For how many minutes a confirmation by a second factor is good; 15 by default. */
  @Int({ optional: true, min: 1, max: 1440 })
  confirmationMinutes?: number;
  /** After how many minutes without a request a session ends; null, the default, for never. */
  @Int({ optional: true, nullable: true, min: 5, max: 525_600 })
  idleMinutes?: number | null;
}
