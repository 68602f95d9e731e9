import { useInsertionEffect } from 'react';

interface Adopted {
  sheet: CSSStyleSheet;
  uses: number;
}

const adopted = new Map<string, Adopted>();

/**
 * Applies styles while a component is mounted, as a constructed style sheet: the content security
 * policy forbids `<style>` elements. The build uses it in place of Mantine's `InlineStyles`.
 */
export function useAdoptedStyles(css: string): void {
  useInsertionEffect(() => {
    if (!css || typeof CSSStyleSheet === 'undefined' || !('adoptedStyleSheets' in document)) return;
    const entry = adopted.get(css) ?? adopt(css);
    entry.uses++;
    return () => {
      if (--entry.uses === 0) release(css, entry);
    };
  }, [css]);
}

function adopt(css: string): Adopted {
  const entry = { sheet: new CSSStyleSheet(), uses: 0 };
  entry.sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, entry.sheet];
  adopted.set(css, entry);
  return entry;
}

function release(css: string, { sheet }: Adopted): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  adopted.delete(css);
}
