import { FakeClock } from '../../../../support/fake-clock.ts';

/** The only time of this process: what reads the machine's clocks finds this one, too. */
export class SoakClock extends FakeClock {
  constructor(now: number) {
    super(now);
    const passed = performance.now.bind(performance);
    Date.now = () => this.now();
    performance.now = () => passed() + this.now() - now;
  }
}
