export const tableTexts = {
  pages: 'Pages',
};
