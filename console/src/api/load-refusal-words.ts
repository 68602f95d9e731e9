import { LOCALE } from '../texts/format.js';
import { service } from './failure-words.js';

/** The places of other pages are loaded once the first page can be used, and this with them. */
if (!LOCALE.startsWith('en'))
  import('./refusal-words.js').then(
    ({ translated }) => {
      service.told = translated;
    },
    // Without them, refusals are in English.
    () => undefined,
  );
