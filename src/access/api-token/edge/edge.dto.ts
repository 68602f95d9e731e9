import { TextList } from '../../../platform/http/validation/shape.decorators.js';

/** The tokens to validate. */
export class TokenListDto {
  /** Secrets of the tokens, at most 500. */
  @TextList({ max: 500 })
  tokens: string[];
}
