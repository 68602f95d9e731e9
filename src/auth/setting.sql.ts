import { statement } from '../database/statement.js';

export const WRITE = statement<[name: string, content: string]>(
  'setting.write',
  /* sql */ `
    INSERT INTO setting (name, content) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT setting_pkey DO UPDATE SET content = $2`,
);
