export const firstStepsTexts = {
  title: 'First steps',
  intro: 'From an empty service to an application that asks for its first feature.',
  done: 'Done:',
  hide: 'Hide these steps',
  create: {
    title: 'Create a feature',
    hint: 'A feature is something that you switch on and off without a deployment.',
    link: 'Create the first feature',
  },
  turnOn: {
    title: 'Turn it on',
    hint: 'Begin in development: in production, it stays off until you turn it on there.',
    link: (feature: string): string => `Open ${feature}`,
  },
  token: {
    title: 'Create a token for your application',
    hint: 'With a token, the SDK in your application reads the features of one environment.',
  },
  connect: {
    title: 'Connect your application',
    hint: 'Run this in your application. The step is done once a token has been used.',
  },
};
