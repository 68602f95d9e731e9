// Loaded into the service before its own code: shifts its clock on a message of the parent process.
// Timers are not affected, as they are not on a machine whose clock is set.
let offset = 0;
const RealDate = Date;
const now = RealDate.now.bind(RealDate);

class ShiftedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(now() + offset);
    else super(...args);
  }

  static now() {
    return now() + offset;
  }
}

globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (ShiftedDate));
process.on('message', (message) => {
  if (typeof message === 'object' && message && 'clockOffset' in message)
    offset = Number(message.clockOffset);
});
process.channel?.unref();
