import { type Me } from '../../../app/session/me.js';
import { isAllowed } from '../../../app/session/permissions.js';
import { projectTexts as texts } from '../../../texts/projects.js';

/** Projects to choose from; those in which the person lacks a permission cannot be chosen. */
export function projectChoices(
  me: Me,
  projects: readonly { id: string; name: string }[],
  permission: string,
): { value: string; label: string; disabled: boolean }[] {
  return projects.map(({ id, name }) => {
    const isPermitted = isAllowed(me, [permission], { project: id });
    return {
      value: id,
      label: isPermitted ? name : texts.lacking(name, permission),
      disabled: !isPermitted,
    };
  });
}
