import { TextList } from '../../http/validation/shape.decorators.js';

/** Tokens that an edge was shown. */
export class TokenListDto {
  /** The secrets of the tokens; 500 at most. */
  @TextList({ max: 500 })
  tokens: string[];
}
