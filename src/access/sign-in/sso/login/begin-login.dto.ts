import { MAX_OWN_PATH } from '../../../../platform/http/own-path.js';
import { Text } from '../../../../platform/http/validation/shape.decorators.js';

/** Where a login leads. */
export class BeginLoginQuery {
  /**
   * The page of the console that the person wanted, as a path such as `/projects/default`.
   * Anything else is ignored: the login then leads to the start page.
   */
  @Text({ optional: true, max: MAX_OWN_PATH })
  back?: string;
}
