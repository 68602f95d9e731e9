import { type ReactNode, useState } from 'react';

/** Renders a dialog, which gets what closes it. */
export type RenderDialog = (close: () => void) => ReactNode;

/** The open dialog of a page, if any, and a function that opens one in its place. */
export function useDialog(): [ReactNode, (render: RenderDialog) => void] {
  const [open, setOpen] = useState<{ render: RenderDialog }>();
  // A dialog that another one has replaced closes nothing any more.
  const close = (): void => setOpen((current) => (current === open ? undefined : current));
  return [open?.render(close), (render) => setOpen({ render })];
}
