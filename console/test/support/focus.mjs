/**
 * Runs in the browser before the first Tab and after each: says where the focus is, seen from an
 * element, and what is wrong with it, if anything. An element shows the focus when it, what
 * contains it or its neighbours look different without it. That look is seen at the next call, so a
 * fault is reported one Tab later. What has the focus before the first Tab is judged only if it is
 * the element.
 */
export function focusSeenFrom({ target, isFirst }) {
  const PROPERTIES = ['outline', 'boxShadow', 'borderColor', 'backgroundColor', 'color', 'opacity'];
  const partsOf = (element) => {
    const parents = [element.parentElement];
    while (parents.length < 4) parents.push(parents.at(-1)?.parentElement);
    const parts = [element, ...parents, ...(parents[0]?.children ?? []), element.closest('label')];
    return parts.filter(Boolean).slice(0, 20);
  };
  const looksOf = (element) =>
    partsOf(element)
      .flatMap((part) =>
        [undefined, '::before', '::after'].map((pseudo) => {
          const style = getComputedStyle(part, pseudo);
          return PROPERTIES.map((property) => style[property]).join();
        }),
      )
      .join(';');
  const nameOf = (element) => element.outerHTML.slice(0, 160);

  /** Whether something else lies on top of all of it, or it lies outside of the screen. */
  const isHidden = (element) => {
    const isInput = element.matches('input');
    const seen = isInput ? (element.closest('label') ?? element.parentElement) : element;
    const { left, top, width, height } = seen.getBoundingClientRect();
    const points = [0.5, 0.1, 0.9].flatMap((across) =>
      [0.5, 0.1, 0.9].map((down) => [left + width * across, top + height * down]),
    );
    return points.every(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return !hit || !(seen.contains(hit) || hit.contains(seen));
    });
  };

  const faultOf = (now) => {
    for (const change of document.getAnimations())
      if (change instanceof CSSTransition) change.finish();
    const before = globalThis.focusBefore;
    const isAway = before?.element.isConnected && before.element !== now;
    const isUnmarked = isAway && looksOf(before.element) === before.looks;
    const isElement = now && now !== document.body;
    globalThis.focusBefore = isElement ? { element: now, looks: looksOf(now) } : undefined;
    if (isUnmarked) return `The focus is not visible: ${nameOf(before.element)}`;
    if (isElement && isHidden(now)) return `What has the focus is hidden: ${nameOf(now)}`;
    return undefined;
  };

  /** Whether it is in the same group of radio buttons, tabs or menu items. */
  const isInGroup = (now) =>
    target instanceof HTMLInputElement
      ? now instanceof HTMLInputElement && now.name === target.name
      : !!now?.closest('[role=tablist], [role=menu]')?.contains(target);

  const now = document.activeElement;
  const isReached = now === target;
  return {
    isReached,
    isInGroup: isInGroup(now),
    isGone: !target.isConnected,
    fault: isReached || !isFirst ? faultOf(now) : undefined,
  };
}
