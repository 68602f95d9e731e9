const KEY = 'first-steps-hidden';

/** Whether the person has hidden the first steps in this browser. */
export function wasHidden(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // The browser keeps nothing for this site.
    return false;
  }
}

/** Keeps the first steps hidden in this browser, where the browser allows it. */
export function keepHidden(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // They are shown again at the next visit.
  }
}
