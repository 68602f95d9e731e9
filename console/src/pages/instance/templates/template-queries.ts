import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type Template = Schemas['ListedTemplateResponse'];

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }): Promise<Template[]> =>
    (await bodyOf(api.GET('/api/admin/templates', { signal }))).templates,
});
