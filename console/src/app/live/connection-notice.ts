import { liveTexts as texts } from '../../texts/live.js';
import { announce, dismiss } from '../../kit/announcements.js';

/** Restarts of the service are shorter. */
const PATIENCE_MS = 4_000;

/** Tells people that the service cannot be reached, and when it can again. */
export interface ConnectionNotice {
  lost(): void;
  back(): void;
  /** Nobody looks any more whether the service can be reached. */
  end(): void;
}

export function connectionNotice(): ConnectionNotice {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: number | undefined;
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (shown !== undefined) dismiss(shown);
    shown = undefined;
  };
  return {
    end,
    lost: () => {
      timer ??= setTimeout(() => {
        shown = announce({ kind: 'failed', text: texts.lost });
      }, PATIENCE_MS);
    },
    back: () => {
      const wasTold = shown !== undefined;
      end();
      if (wasTold) announce({ kind: 'done', text: texts.back });
    },
  };
}
