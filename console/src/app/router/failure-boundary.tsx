import { Component, type ReactNode } from 'react';

interface FailureBoundaryProps {
  /** Shown in place of children that fail; `retry` renders them again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Keeps a page that fails from taking everything else with it. */
export class FailureBoundary extends Component<
  FailureBoundaryProps,
  { failed?: { error: unknown } }
> {
  override state: { failed?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    return this.props.fallback(failed.error, () => this.setState({ failed: undefined }));
  }
}
