import { Logger } from '@nestjs/common';
import { context, type HrTime, type Context, TraceFlags } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  hrTime,
  millisToHrTime,
  setGlobalErrorHandler,
  type ExportResult,
  ExportResultCode,
} from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  type CollectionResult,
  MeterProvider,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  TracerProvider,
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from '../config/config.js';
import { withTimeout } from '../database/with-timeout.js';
import { VERSION } from '../config/version.js';
import type { MetricFamily } from '../meters/metric-family.js';
import { tracing, type SpanCounts } from '../tracing/tracing.js';
import { metricDataOf } from './metric-data.js';
import { OtelTracer } from './otel-tracer.js';

/**
 * The ended spans that are not exported yet: at most {@link TelemetryConfig.spans} of them,
 * including those that are being sent. Further ones are dropped and counted.
 */
class SpanQueue implements SpanProcessor {
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

/** The sampler of `OTEL_TRACES_SAMPLER`. */
function samplerOf({ followsCaller, ratio }: TelemetryConfig['sampler']): Sampler {
  const root = rootOf(ratio);
  return followsCaller ? new ParentBasedSampler({ root }) : root;
}

function rootOf(ratio: number): Sampler {
  if (ratio === 1) return new AlwaysOnSampler();
  return ratio === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}

const SCOPE = 'feature-flag-admin';
/** How long a shutdown waits for the collector. */
const FLUSH_MS = 2_000;
/** Values per request, so that serialising them does not block other work for long. */
const VALUES_PER_REQUEST = 500;

/**
 * Exports spans and metrics by OTLP over HTTP. Nothing imports this folder statically, so that its
 * packages are loaded only with a collector.
 */
export class CollectorExport {
  private readonly log = new Logger('telemetry');
  private meters: MeterProvider | undefined;

  private constructor(
    private readonly config: TelemetryConfig,
    private readonly resource: Resource,
    private readonly tracers: TracerProvider | undefined,
  ) {}

  /** Begins to record spans. */
  static start(config: TelemetryConfig): CollectorExport {
    const resource = defaultResource().merge(
      resourceFromAttributes({ 'service.version': VERSION, ...config.resource }),
    );
    // Failures of exports are logged and counted by the queue.
    setGlobalErrorHandler(() => undefined);
    const tracers = config.tracesUrl === undefined ? undefined : startTracing(config, resource);
    return new CollectorExport(config, resource, tracers);
  }

  /** Begins to export metrics regularly. */
  exportMetrics(collect: () => AsyncIterable<MetricFamily>): void {
    const { metricsUrl, metrics } = this.config;
    if (metricsUrl === undefined) return;
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter({ url: metricsUrl }),
      exportIntervalMillis: metrics.intervalMs,
      exportTimeoutMillis: Math.min(metrics.timeoutMs, metrics.intervalMs),
      maxExportBatchSize: VALUES_PER_REQUEST,
      metricProducers: [new MetricBridge(this.resource, collect)],
    });
    this.meters = new MeterProvider({ resource: this.resource, readers: [reader] });
  }

  /** Exports what is waiting, within {@link FLUSH_MS}. Never rejects. */
  async flush(): Promise<void> {
    await this.within((limit) =>
      Promise.allSettled([this.tracers?.forceFlush(limit), this.meters?.forceFlush(limit)]),
    );
  }

  /** Like {@link flush}, and ends the export. */
  async stop(): Promise<void> {
    tracing.current = undefined;
    await this.within(() =>
      Promise.allSettled([this.tracers?.shutdown(), this.meters?.shutdown()]),
    );
    context.disable();
  }

  private async within(
    work: (limit: { timeoutMillis: number }) => Promise<unknown>,
  ): Promise<void> {
    await withTimeout(FLUSH_MS, work({ timeoutMillis: FLUSH_MS }), () =>
      this.log.warn('The collector did not accept everything before the service stopped.'),
    );
  }
}

function startTracing(config: TelemetryConfig, resource: Resource): TracerProvider {
  const queue = new SpanQueue(new OTLPTraceExporter({ url: config.tracesUrl! }), config);
  const tracers = new TracerProvider({
    resource,
    sampler: samplerOf(config.sampler),
    spanProcessors: [queue],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  tracing.current = new OtelTracer(tracers.getTracer(SCOPE, VERSION), queue.counts);
  return tracers;
}

/** Offers the metrics of Prometheus to OpenTelemetry. */
class MetricBridge implements MetricProducer {
  private readonly startTime: HrTime = millisToHrTime(performance.timeOrigin);

  constructor(
    private readonly resource: Resource,
    private readonly families: () => AsyncIterable<MetricFamily>,
  ) {}

  async collect(): Promise<CollectionResult> {
    const metrics = [];
    for await (const family of this.families()) {
      const data = metricDataOf(family, { startTime: this.startTime, endTime: hrTime() });
      if (data && data.dataPoints.length > 0) metrics.push(data);
    }
    const scopeMetrics = [{ scope: { name: SCOPE, version: VERSION }, metrics }];
    return { resourceMetrics: { resource: this.resource, scopeMetrics }, errors: [] };
  }
}
