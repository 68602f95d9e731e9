/**
 * Descriptions of the release plans and templates with a strategy that contains some JSON, each
 * with its project; null for templates.
 * @param part SQL expression of the JSON.
 */
export const planUsers = (part: string): string => {
  const uses = `milestones @> jsonb_build_array(
      jsonb_build_object('strategies', jsonb_build_array(${part})))`;
  return /* sql */ `
    SELECT format('the release plan of the feature "%s" in "%s"', p.feature_name, p.environment)
             AS name, f.project
      FROM release_plan p JOIN feature f ON f.name = p.feature_name WHERE p.${uses}
    UNION ALL
    SELECT format('the release plan template "%s"', t.name), NULL
      FROM release_plan_template t WHERE t.${uses}`;
};
