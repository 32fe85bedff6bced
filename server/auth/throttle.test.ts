// Guessing slows down, and only for the one who guesses.
import { describe, expect, it } from 'vitest';
import { guessThrottle, networkOf, throttling } from './throttle.ts';

function throttleWithClock() {
  let momentMs = Date.UTC(2026, 0, 1);
  const throttle = guessThrottle(() => new Date(momentMs));
  return {
    ...throttle,
    advance: (seconds: number) => {
      momentMs += seconds * 1000;
    },
    fail: (times: number, clientId: string, address: string) => {
      for (let time = 0; time < times; time += 1) throttle.failed(clientId, address);
    },
  };
}

describe('failures with one client from one address', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [10, 32],
    [13, 256],
    [14, 300],
    [2000, 300],
  ])('%d failures: wait %d s', (failures, seconds) => {
    const throttle = throttleWithClock();
    throttle.fail(failures, 'app', '192.0.2.1');
    expect(throttle.waitSeconds('app', '192.0.2.1')).toBe(seconds);
    throttle.advance(seconds);
    expect(throttle.waitSeconds('app', '192.0.2.1')).toBe(0);
  });

  it('are forgotten after a success or a quarter of an hour', () => {
    const throttle = throttleWithClock();
    throttle.fail(6, 'app', '192.0.2.1');
    throttle.advance(2);
    throttle.succeeded('app', '192.0.2.1');
    throttle.fail(4, 'app', '192.0.2.1');
    expect(throttle.waitSeconds('app', '192.0.2.1')).toBe(0);
    throttle.fail(10, 'app', '192.0.2.1');
    throttle.advance(900);
    throttle.fail(4, 'app', '192.0.2.1');
    expect(throttle.waitSeconds('app', '192.0.2.1')).toBe(0);
  });
});

describe('failures with many clients from one address', () => {
  it('make the address wait for every client, successes of its own notwithstanding', () => {
    const throttle = throttleWithClock();
    for (let client = 0; client < throttling.freePerAddress; client += 1) {
      throttle.failed(`app-${client}`, '192.0.2.1');
      throttle.succeeded('own', '192.0.2.1');
    }
    expect(throttle.waitSeconds('never-tried', '192.0.2.1')).toBe(1);
    expect(throttle.waitSeconds('never-tried', '192.0.2.2')).toBe(0);
  });
});

describe('failures with one client from many addresses', () => {
  it('never make an address wait that has not failed, and others sooner', () => {
    const throttle = throttleWithClock();
    for (let host = 0; host < throttling.guessedClientFailures; host += 1) throttle.failed('app', `198.51.100.${host}`);
    expect(throttle.waitSeconds('app', '192.0.2.1')).toBe(0);
    throttle.failed('app', '192.0.2.1');
    expect(throttle.waitSeconds('app', '192.0.2.1')).toBe(1);
    throttle.failed('other', '192.0.2.1');
    expect(throttle.waitSeconds('other', '192.0.2.1')).toBe(0);
  });
});

describe('what counts as one address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
  ])('%s: %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
