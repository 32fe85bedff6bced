// docs/leaves.md and docs/legacy.md show real responses of the demo.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Demo, demoAt } from '../../support/demo.ts';
import type { Reply } from '../../support/service.ts';
import { root } from '../../support/started-service.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await demoAt();
});
afterAll(() => demo.stop());

const page = (name: string): Promise<string> => readFile(join(root, 'docs', name), 'utf8');

const blocksIn = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block as string);

interface Request {
  readonly path: string;
  readonly body: Reply['body'];
}

/** A POST with its body. */
function requestIn(block: string): Request {
  const [, path = '', body = ''] = /^POST (\S+)\n\n([\s\S]*)$/.exec(block) ?? [];
  return { path, body: JSON.parse(body) };
}

async function made({ path, body }: Request): Promise<Reply['body']> {
  const reply = await demo.call('POST', path, { body });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

const requestOf = (leave: Reply['body']) => ({ leaveRequest: { id: leave.links.leaveRequest.href.split('/').at(-1) } });
const statusOf = async (leave: Reply['body']) => (await demo.call('GET', leave.url)).body.status;

describe('docs/leaves.md', () => {
  it('leads from a wish to a leave that is approved, denied, or entered as it is', async () => {
    const text = await page('leaves.md');
    const requests = blocksIn(text, 'http').map(requestIn);
    const [wish, first, second, denial, sickness, ...workingTime] = requests as [
      Request,
      Request,
      Request,
      Request,
      Request,
    ];
    expect(workingTime).toHaveLength(2);
    const shown = JSON.parse(blocksIn(text, 'json')[0] as string);

    const leave = await made(wish);
    expect(leave).toMatchObject(shown);
    expect(leave.days).toEqual(shown.days);
    await made({ ...first, body: { ...first.body, ...requestOf(leave) } });
    expect(await statusOf(leave)).toBe('tentative');
    await made({ ...second, body: { ...second.body, ...requestOf(leave) } });
    expect(await statusOf(leave)).toBe('confirmed');

    await demo.call('PATCH', leave.url, { body: { status: 'cancelled' } });
    const other = await made(wish);
    await made({ ...denial, body: { ...denial.body, ...requestOf(other) } });
    expect(await statusOf(other)).toBe('cancelled');
    expect(await made(sickness)).toMatchObject({ status: 'confirmed', totalDuration: { value: 4 } });
    for (const request of workingTime) await made(request);
  });

  it('counts the same period under each unit as its table says', async () => {
    const text = await page('leaves.md');
    const [header, , ...lines] = (/^\| Day \|[\s\S]*?\n\n/m.exec(text)?.[0] ?? '').trim().split('\n');
    const cellsOf = (line = '') =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    const units = cellsOf(header)
      .slice(1)
      .map((cell) => cell.replaceAll('`', ''));
    expect(units).toEqual(['workingDays', 'workingHours', 'businessDays', 'calendarDays']);
    const { body: wish, path } = requestIn(blocksIn(text, 'http')[0] as string);
    for (const [index, unit] of units.entries()) {
      const account = await made({ path: '/svc-api/leave-accounts', body: { name: `All ${unit}`, unit } });
      const leave = await made({ path, body: { ...wish, leaveAccount: { id: account.id } } });
      const column = lines.map((line) => cellsOf(line)[index + 1] as string);
      const values = leave.days.map(({ duration }: Reply['body']) => String(duration.value));
      expect(values, unit).toEqual(column.slice(0, -1).filter(Boolean));
      expect(`${leave.totalDuration.value} ${leave.totalDuration.unit}`).toBe(column.at(-1));
      await demo.call('DELETE', leave.url);
    }
  });

  it('asks questions that are answered', async () => {
    const questions = [...(await page('leaves.md')).matchAll(/`GET (\/svc-api\/\S+)`/g)].map(
      ([, path]) => path as string,
    );
    expect(questions.length).toBeGreaterThan(3);
    for (const path of questions) expect((await demo.call('GET', path)).status, path).toBe(200);
  });
});

describe('docs/legacy.md', () => {
  const legacy = async (path: string): Promise<{ status: number; body: Reply['body'] }> => {
    const headers = { authorization: `svc application=${demo.credentials.apiKey}` };
    const reply = await fetch(`${demo.service.url}${path}`, { headers });
    return { status: reply.status, body: await reply.json() };
  };

  it('asks questions that are answered', async () => {
    const questions = [...(await page('legacy.md')).matchAll(/^GET (\/api\/\S+)$/gm)].map(([, path]) => path as string);
    expect(questions.length).toBeGreaterThan(15);
    for (const path of questions) {
      const { status, body } = await legacy(path);
      expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
    }
  });

  it('shows a first answer and a refusal as they are', async () => {
    const text = await page('legacy.md');
    const [answer, refusal] = blocksIn(text, 'json').map((block) => JSON.parse(block)) as [
      Reply['body'],
      Reply['body'],
    ];
    const [, first = ''] = /baseUrl\)(\/api\/[^"]+)"/.exec(text) ?? [];
    const { body } = await legacy(first);
    expect(Object.keys(body)).toEqual(Object.keys(answer));
    expect(Object.keys(body.header)).toEqual(Object.keys(answer.header));
    expect(body.data.items.map(Object.keys)).toEqual(answer.data.items.map(Object.keys));
    expect(body.data.count).toBeGreaterThan(100);

    const [, wrong = ''] = /`GET (\/api\/\S+onwerId\S+)`/.exec(text) ?? [];
    const refused = await legacy(wrong);
    expect(refused.status).toBe(refusal.Status);
    const { traceId: _, errors, ...rest } = refused.body;
    expect(refusal).toMatchObject(rest);
    expect(errors['leavePeriod.onwerId'][0]).toBe(refusal.errors['leavePeriod.onwerId'][0]);
    expect(errors['leavePeriod.onwerId'][1]).toMatch(/^Allowed here: leavePeriod\.id, /);
  });
});
