import { type AuditRecord, contentsOf, fieldsOf, isWarning, SERVICE } from './audit-records.js';

type Value = { stringValue: string } | { intValue: string };
interface Attribute {
  key: string;
  value: Value;
}

/** Numbers of severities in OpenTelemetry. */
const INFO = { severityNumber: 9, severityText: 'INFO' };
const WARN = { severityNumber: 13, severityText: 'WARN' };

/** Records as the body of a request of OTLP over HTTP, in JSON. */
export function otlpLogs(records: readonly AuditRecord[], publicUrl: string): object {
  return {
    resourceLogs: [
      {
        resource: {
          attributes: [
            attribute('service.name', SERVICE.name),
            attribute('service.version', SERVICE.version),
            attribute('service.namespace', publicUrl),
          ],
        },
        scopeLogs: [{ scope: { name: 'audit-log' }, logRecords: records.map(logRecord) }],
      },
    ],
  };
}

function logRecord({ event, summary }: AuditRecord): object {
  return {
    timeUnixNano: `${Date.parse(event.createdAt)}000000`,
    observedTimeUnixNano: `${Date.now()}000000`,
    ...(isWarning(event) ? WARN : INFO),
    eventName: event.type,
    body: { stringValue: summary },
    attributes: [...fieldsOf(event), ...contentsOf(event)].map(([name, value]) =>
      attribute(`audit.${name}`, value),
    ),
  };
}

function attribute(key: string, value: string | number): Attribute {
  const isNumber = typeof value === 'number';
  return { key, value: isNumber ? { intValue: String(value) } : { stringValue: value } };
}

/** Why a receiver did not take all records; undefined if it did. */
export function otlpRejection(body: Record<string, unknown>): string | undefined {
  const { rejectedLogRecords = 0 } = (body['partialSuccess'] ?? {}) as Record<string, unknown>;
  const rejected = Number(rejectedLogRecords);
  return rejected > 0 ? `the receiver rejected ${rejected} of the events` : undefined;
}
