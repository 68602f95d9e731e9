import { type ComponentType, createElement, useEffect, useState } from 'react';
import { Loading } from './states.js';

/**
 * A component whose code is loaded when it is needed. Unlike `lazy` of React in a `Suspense`, it
 * appears as soon as it is loaded: React shows the content of a fallback after 300 ms at the
 * earliest.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyComponent(props: Props) {
    const [component, setComponent] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (component) return undefined;
      let isShown = true;
      load().then(
        (found) => {
          loaded = found;
          if (isShown) setComponent(() => found);
        },
        (error: unknown) => {
          if (isShown) setFailure({ error });
        },
      );
      return () => {
        isShown = false;
      };
    }, [component]);
    if (failure) throw failure.error; // A boundary around it shows what to do.
    return component ? createElement(component, props) : createElement(Loading);
  };
}
