import { useQueryClient } from '@tanstack/react-query';
import { useMe } from '../session/me.js';
import { switchTexts } from '../texts/switch.js';
import { Switch } from '../ui/switch.js';
import { openSwitchDialog } from './switch-dialog-store.js';
import { switchLack } from './switch-permission.js';
import { switchAtOnce, useIsSwitching } from './use-switch.js';

interface FeatureSwitchProps {
  project: string;
  feature: string;
  environment: { name: string; type: string; enabled: boolean };
  /** A visible label; without one it is only read aloud. */
  label?: string;
}

/**
 * The switch of a feature in one environment. In production it opens a dialog that confirms it;
 * elsewhere it switches at once. People who may not switch learn who may. It shows the new state
 * when the service has confirmed it.
 */
export function FeatureSwitch({ project, feature, environment, label }: FeatureSwitchProps) {
  const me = useMe();
  const queries = useQueryClient();
  const target = { project, feature, environment: environment.name, turnsOn: !environment.enabled };
  const isPending = useIsSwitching(target);
  const lack = switchLack(me, target, target.turnsOn);
  const onChange = (): void => {
    if (isPending) return;
    if (lack || environment.type === 'production') return openSwitchDialog(target);
    void switchAtOnce(queries, target);
  };
  return (
    <Switch
      checked={environment.enabled}
      aria-busy={isPending || undefined}
      onChange={onChange}
      label={label}
      aria-label={label ? undefined : switchTexts.label(feature, environment.name)}
      data-lack={lack ? true : undefined}
      title={lack}
    />
  );
}
