import { Button } from '@mantine/core';
import { manageTexts as texts } from '../../../../../texts/feature-manage.js';
import { announce } from '../../../../../kit/announcements.js';

/** Puts the name of a feature into the clipboard. */
export function CopyNameButton({ name }: { name: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(name);
      announce({ kind: 'done', text: texts.copiedName(name) });
    } catch {
      announce({ kind: 'failed', text: texts.copyFailed });
    }
  };
  return (
    <Button variant="default" onClick={() => void copy()}>
      {texts.copyName}
    </Button>
  );
}
