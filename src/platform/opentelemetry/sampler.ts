import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from '../config/config.js';

/** The sampler of `OTEL_TRACES_SAMPLER`. */
export function samplerOf({ followsCaller, ratio }: TelemetryConfig['sampler']): Sampler {
  const root = rootOf(ratio);
  return followsCaller ? new ParentBasedSampler({ root }) : root;
}

function rootOf(ratio: number): Sampler {
  if (ratio === 1) return new AlwaysOnSampler();
  return ratio === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}
