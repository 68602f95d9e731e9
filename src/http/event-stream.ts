/** Headers of a response with server-sent events. */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  // Disables response buffering in nginx and similar proxies.
  'X-Accel-Buffering': 'no',
};
