/** A page that was opened by the palette. */
export interface Recent {
  label: string;
  detail: string;
  to: string;
}

const KEY = 'palette-recent';
const MOST = 6;

/** The pages that the palette opened last, newest first. */
export function recentOnes(): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return []; // Somebody else has written it, or nothing may be kept.
  }
}

export function keepRecent({ label, detail, to }: Recent): void {
  const others = recentOnes().filter((one) => one.to !== to);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ label, detail, to }, ...others].slice(0, MOST)));
  } catch {
    // It works without.
  }
}

/** Addresses lead nowhere else than into the console. */
function isRecent(one: unknown): one is Recent {
  const { label, detail, to } = (one ?? {}) as Partial<Record<keyof Recent, unknown>>;
  return (
    typeof label === 'string' &&
    typeof detail === 'string' &&
    typeof to === 'string' &&
    /^\/(?!\/)/.test(to)
  );
}
