import { useEffect, useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { basePath } from '../../../api/base-path.js';
import type { SwitchTarget } from './switch-dialog-store.js';
import type { Delivery, Switched } from './switch-requests.js';

/** How far a change has reached SDKs. */
export interface DeliveryState {
  delivery: Delivery | null;
  /** Seconds from the click until everybody had it; undefined while some have not. */
  seconds: number | undefined;
}

const POLL_MS = 2_000;

const pathOf = ({ project, feature, environment }: SwitchTarget): string =>
  `/api/admin/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(feature)}` +
  `/environments/${encodeURIComponent(environment)}/delivery/stream`;

const isEverywhere = (delivery: Delivery | null): boolean =>
  delivery !== null && delivery.complete && delivery.delivered === delivery.connected;

/** Follows how a change reaches SDKs, until all have it; `switched` is the result of the change. */
export function useDelivery(target: SwitchTarget, switched: Switched | undefined): DeliveryState {
  const [state, setState] = useState<DeliveryState>({ delivery: null, seconds: undefined });
  useEffect(() => {
    if (!switched) return;
    const show = (delivery: Delivery | null): boolean => {
      const isDone = isEverywhere(delivery);
      const seconds = isDone ? (performance.now() - switched.startedAt) / 1000 : undefined;
      setState({ delivery, seconds });
      return isDone;
    };
    return show(switched.delivery) ? undefined : follow(target, show);
  }, [target, switched]);
  return state;
}

/** Follows the stream, or asks repeatedly when there is none; `show` returns true to stop. */
function follow(target: SwitchTarget, show: (delivery: Delivery) => boolean): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const source = new EventSource(basePath + pathOf(target));
  const stop = (): void => {
    source.close();
    clearInterval(timer);
  };
  source.addEventListener('delivery', ({ data }) => {
    if (show(JSON.parse(data as string) as Delivery)) stop();
  });
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED || timer) return;
    timer = setInterval(() => void ask(target).then((one) => one && show(one) && stop()), POLL_MS);
  });
  return stop;
}

async function ask({ project, feature, environment }: SwitchTarget): Promise<Delivery | undefined> {
  const path = { projectId: project, featureName: feature, environment };
  const request = api.GET(
    '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/delivery',
    { params: { path } },
  );
  const answer = await bodyOf(request).catch(() => undefined);
  if (!answer) return undefined;
  const isComplete = answer.pending.every(({ mode }) => mode === 'polling');
  return { ...answer, complete: isComplete, instances: { connected: 0, delivered: 0 } };
}
