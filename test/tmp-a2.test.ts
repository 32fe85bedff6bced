import { afterAll, beforeAll, test } from 'vitest';
import { statement } from '../server/database/statement.ts';
import { newCompany, hired } from './support/people.ts';
import { type TestService, testService } from './support/service.ts';
let service: TestService;
beforeAll(async () => { service = await testService(); });
afterAll(() => service.stop());
test('measure', async () => {
  const c = await newCompany(service);
  const person = await service.person(c.account);
  const one = await hired(c.client, c);
  const s = service.database.session(c.account.id);
  await service.database.transaction(c.account.id, async (tx) => {
    await tx.run(statement(`insert into employees (account_id, id, given_name, family_name, status, applicable_employment_id, applicable_job_position_id, created_at, last_updated_at, applicable_employment_legal_entity_id, applicable_employment_starts_on, applicable_employment_template_id, applicable_job_position_business_establishment_id, applicable_job_position_department_id, representation)
    select $1, 1000000 + n, 'A', 'B' || n, case n % 10 when 0 then 'deactivated' when 1 then 'upcoming' else 'active' end, 1, 1, now(), now(), $2::bigint, '2024-01-01', $3::bigint, $4::bigint, $5::bigint, repeat('x', 1500) from generate_series(1, 100000) n`), [c.owner.id, c.template.id, c.place.id, c.department.id]);
    await tx.run(statement(`insert into employments (account_id, id, employee_id, legal_entity_id, status, start_date, end_date, template_id, created_at, last_updated_at, representation)
    select $1, 1000000 + n, 1000000 + n, $2::bigint, 'active', date '2010-01-01' + (n % 6000), case when n % 3 = 0 then date '2010-01-01' + (n % 6000) + 500 end, $3::bigint, now(), now(), repeat('x', 800) from generate_series(1, 100000) n`), [c.owner.id, c.template.id]);
  });
  await service.database.query('analyze');
  for (let i = 0; i < 6; i++) { const t = performance.now(); const r = await person.call('GET', '/admin-api/overviews/current'); console.log('overview', r.status, Math.round(performance.now() - t), 'ms'); }
  // requests with and without the log
  const run = async (label: string) => {
    const t = performance.now(); let n = 0; const end = t + 5000;
    await Promise.all(Array.from({ length: 8 }, async () => { while (performance.now() < end) { await c.client.call('GET', `/svc-api/employees/${one.id}`); n++; } }));
    console.log(label, Math.round(n / 5), 'requests/s');
  };
  await run('warm'); await run('with log'); 
  const note = service.oversight.onAnswered;
  const [rows] = await s.run<{ n: string }>(statement('select count(*) as n from request_log where account_id = $1'));
  console.log('rows', rows?.n);
  // lock the log: nobody waits
  await service.database.together(async (query) => { await query('lock table request_log in access exclusive mode'); await query('lock table client_applications in share mode'); await run('log locked'); });
}, 200_000);
