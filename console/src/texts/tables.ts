export const tableTexts = {
  pages: (of: string | undefined): string => (of ? `Pages of ${of}` : 'Pages'),
};
