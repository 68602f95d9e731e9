/** Makes Node.js have an `EventSource`, as far as the OpenFeature provider uses it. */
export function withEventSource(): () => void;
