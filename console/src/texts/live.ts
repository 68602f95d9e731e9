export const liveTexts = {
  lost: 'The service cannot be reached. What you see may be out of date.',
  back: 'The service can be reached again.',
};
