const languages = jest.spyOn(navigator, 'languages', 'get');

test.each([
  [['en-US@posix', 'en-AU'], 'en-AU'],
  [['en-US@posix'], 'en'],
  [['de-AT', 'en-GB'], 'en-GB'],
])('with %j numbers are written as in %s', async (preferred, locale) => {
  languages.mockReturnValue(preferred);
  await jest.isolateModulesAsync(async () => {
    const { LOCALE, number } = await import('./format');
    expect(LOCALE).toBe(locale);
    expect(number(1_234)).toBe('1,234');
  });
});
