/**
 * Keeps Enter that is held down from confirming a dialog. Enter opens it, and the same key must not
 * press its button as well, such as that which turns a feature off in production.
 */
export function ignoreHeldEnter(): () => void {
  const ignore = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    const isText = target.matches('textarea');
    if (event.key === 'Enter' && event.repeat && !isText && target.closest('[role="dialog"]'))
      event.preventDefault();
  };
  document.addEventListener('keydown', ignore);
  return () => document.removeEventListener('keydown', ignore);
}
