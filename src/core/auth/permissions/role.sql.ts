/** JSON of a role `r`. */
export const ROLE_JSON = /* sql */ `
  jsonb_build_object('id', r.id, 'type', r.type, 'name', r.name, 'description', r.description)`;
