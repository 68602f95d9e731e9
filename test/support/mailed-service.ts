import { MailServer } from './mail-server.js';
import { TestService } from './service.js';

/** A service that mails to a server of its own; `stop` ends both. */
export async function mailedService(environment: Record<string, string> = {}): Promise<{
  mail: MailServer;
  service: TestService;
  stop: () => Promise<void>;
}> {
  const mail = await MailServer.start();
  const service = await TestService.start({
    ...mail.environment,
    UNLEASH_URL: 'https://flags.example.com',
    ...environment,
  });
  const stop = async (): Promise<void> => {
    await service.stop();
    await mail.stop();
  };
  return { mail, service, stop };
}
