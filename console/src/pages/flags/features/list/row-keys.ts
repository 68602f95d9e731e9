import { productionFirst } from '../../environments/production.js';
import { openSwitchDialog } from '../../switch/switch-dialog-store.js';
import type { FoundFeature } from '../feature-queries.js';
import { keyOf } from './selection.js';

interface Rows {
  features: readonly FoundFeature[];
  selected: ReadonlySet<string>;
  select: (features: readonly FoundFeature[], isSelected: boolean) => void;
}

/**
 * What letters do while the focus is in the list: `j` and `k` go to the next and the previous
 * feature, `x` selects one, and `e` asks whether to switch it in production.
 */
export function onRowKey(key: string, table: Element, { features, selected, select }: Rows): void {
  const rows = [...table.querySelectorAll<HTMLElement>('tbody > tr')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const feature = features[at];
  const step = { j: 1, k: -1 }[key];
  if (step !== undefined) {
    const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1);
    rows[next]?.querySelector<HTMLElement>('th a')?.focus();
  } else if (key === 'x' && feature) select([feature], !selected.has(keyOf(feature)));
  else if (key === 'e' && feature) askToSwitch(feature);
}

function askToSwitch({ project, name, environments, archivedAt }: FoundFeature): void {
  const [environment] = productionFirst(environments);
  if (!environment || archivedAt) return;
  const turnsOn = !environment.enabled;
  openSwitchDialog({ project, feature: name, environment: environment.name, turnsOn });
}
