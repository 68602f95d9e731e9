import { Logger } from '@nestjs/common';
import { type Context, TraceFlags } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from '../config/config.js';
import type { SpanCounts } from '../tracing/tracing.js';

/**
 * The ended spans that are not exported yet: at most {@link TelemetryConfig.spans} of them,
 * including those that are being sent. Further ones are dropped and counted.
 */
export class SpanQueue implements SpanProcessor {
  readonly counts: SpanCounts = { exported: 0, failed: 0, dropped: 0 };
  private readonly exporter: CountingExporter;
  private readonly batches: BatchSpanProcessor;
  private readonly max: number;
  private size = 0;

  constructor(exporter: SpanExporter, { spans }: TelemetryConfig) {
    this.max = spans.maxQueue;
    this.exporter = new CountingExporter(exporter, (spans, isExported) => {
      this.size -= spans;
      this.counts[isExported ? 'exported' : 'failed'] += spans;
    });
    this.batches = new BatchSpanProcessor({
      exporter: this.exporter,
      maxQueueSize: spans.maxQueue,
      maxExportBatchSize: spans.maxBatch,
      scheduledDelayMillis: spans.delayMs,
      exportTimeoutMillis: spans.timeoutMs,
    });
  }

  onStart(span: Span, context: Context): void {
    this.batches.onStart(span, context);
  }

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.size >= this.max) {
      this.counts.dropped++;
      return;
    }
    this.size++;
    this.batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.batches.forceFlush();
  }

  shutdown(): Promise<void> {
    this.exporter.isQuiet = true;
    return this.batches.shutdown();
  }
}

/** Counts exported and failed spans, and logs when the collector fails and when it works again. */
class CountingExporter implements SpanExporter {
  private readonly log = new Logger('telemetry');
  private hasFailed = false;
  /** Requests that a stop does not wait for can fail long after it. */
  isQuiet = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly settled: (spans: number, isExported: boolean) => void,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      const isExported = result.code === ExportResultCode.SUCCESS;
      this.settled(spans.length, isExported);
      this.logChange(isExported);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private logChange(isExported: boolean): void {
    if (this.isQuiet || this.hasFailed === !isExported) return;
    this.hasFailed = !isExported;
    if (isExported) this.log.log('The collector accepts spans again.');
    else
      this.log.warn(
        'The collector does not accept spans. They are dropped until it does; see ' +
          'telemetry_spans_total.',
      );
  }
}
