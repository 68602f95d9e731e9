/** After how long a person is told that the service has not confirmed a change. */
export const UNCONFIRMED_MS = 3_000;
