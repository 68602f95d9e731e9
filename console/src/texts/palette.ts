export const paletteTexts = {
  title: 'Search and switch',
  placeholder: 'Feature or page',
  turnOff: (feature: string, environment: string): string =>
    `Turn off ${feature} in ${environment}`,
  turnOn: (feature: string, environment: string): string => `Turn on ${feature} in ${environment}`,
  open: (feature: string): string => `Open ${feature}`,
  isOn: 'is on',
  isOff: 'is off',
  page: 'Page',
  searching: 'Searching…',
  nothing: 'No feature and no page matches.',
};
