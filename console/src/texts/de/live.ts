import type * as en from '../live.js';

export const liveTexts: typeof en.liveTexts = {
  lost: 'Der Dienst ist nicht erreichbar. Was Sie sehen, kann überholt sein.',
  back: 'Der Dienst ist wieder erreichbar.',
};
