import type * as en from '../live.js';

export const liveTexts: typeof en.liveTexts = {
  lost: 'Le service est injoignable. Ce que vous voyez peut être dépassé.',
  back: 'Le service est de nouveau joignable.',
};
