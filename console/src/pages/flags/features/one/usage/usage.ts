interface Counts {
  yes: number;
  no: number;
}

/** Evaluations that an SDK reported for an hour. */
export interface Reported extends Counts {
  timestamp: string;
  appName: string;
  environment: string;
}

const HOUR_MS = 3_600_000;

/** Evaluations of each hour until now, also of hours without any. */
export function hoursOf(data: readonly Reported[], hours: number, now = Date.now()) {
  const last = Math.floor(now / HOUR_MS);
  const counts = new Map<number, Counts>();
  for (const { timestamp, yes, no } of data) {
    const hour = Math.floor(Date.parse(timestamp) / HOUR_MS);
    const before = counts.get(hour) ?? { yes: 0, no: 0 };
    counts.set(hour, { yes: before.yes + yes, no: before.no + no });
  }
  return Array.from({ length: hours + 1 }, (_, index) => {
    const hour = last - hours + index;
    return { at: new Date(hour * HOUR_MS), ...(counts.get(hour) ?? { yes: 0, no: 0 }) };
  });
}

/** The evaluations by an application in an environment. */
export interface ApplicationUsage extends Counts {
  appName: string;
  environment: string;
}

/** Evaluations by application and environment, most first. */
export function applicationRows(data: readonly Reported[]): ApplicationUsage[] {
  const rows = new Map<string, ApplicationUsage>();
  for (const { appName, environment, yes, no } of data) {
    const key = JSON.stringify([appName, environment]);
    const row = rows.get(key) ?? { appName, environment, yes: 0, no: 0 };
    rows.set(key, { ...row, yes: row.yes + yes, no: row.no + no });
  }
  return [...rows.values()].toSorted((a, b) => b.yes + b.no - a.yes - a.no);
}
