import { TextList } from '../../http/validation/shape.decorators.js';

/** Tokens that an edge was shown. */
export class TokenListDto {
  /** The secrets of the tokens. */
  @TextList({ max: 1000 })
  tokens: string[];
}
