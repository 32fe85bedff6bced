/** Requests for legacy users, line by line: the rows in order, or the error. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import { type LegacyCompany, legacyCompany, named } from '../../support/legacy/legacy-company.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let company: LegacyCompany;
let client: LegacyClient;

beforeAll(async () => {
  service = await testService();
  company = await legacyCompany(service);
  client = await legacyClient(service, company.account);
});
afterAll(() => service.stop());

/** `{paul}` stands for his id, `{finance}` for that of the department, and so on. */
const found: readonly (readonly [string, string])[] = [
  // Who is there.
  ['', 'paul marie joana bjorn ada greta'],
  ['formerEmployees=true', 'paul marie john joana bjorn ada greta zoe'],
  ['FORMEREMPLOYEES=True', 'paul marie john joana bjorn ada greta zoe'],
  ['formerEmployees=false', 'paul marie joana bjorn ada greta'],
  ['dtContractEnd=until,2015-10-15,null', 'paul marie john bjorn ada greta'],
  ['dtContractEnd=until,2015-10-14,null', 'paul marie bjorn ada greta'],
  ['dtContractEnd=notequal,null', 'john joana zoe'],
  ['dtContractEnd=null', 'paul marie bjorn ada greta'],
  ['dtContractEnd=', 'paul marie bjorn ada greta'],
  ['dtContractEnd=since,2016-01-01', 'joana zoe'],
  ['dtContractEnd=since,2016-01-01,null', 'paul marie joana bjorn ada greta zoe'],
  ['dtContractEnd=2015-10-15,2019-12-31', 'john zoe'],
  ['dtContractEnd=between,2015-10-15,2019-12-31', 'john zoe'],
  ['dtContractEnd=notequal,2015-10-15', 'paul marie joana bjorn ada greta zoe'],
  ['dtContractEnd=notequal,2015-10-15,null', 'joana zoe'],
  // Ids.
  ['id={marie}', 'marie'],
  ['id={marie},{paul},{john}', 'paul marie'],
  ['id={marie}&id={paul}', 'paul marie'],
  ['ID=notequal,{marie},{paul}', 'joana bjorn ada greta'],
  ['id=greaterthan,{joana}', 'bjorn ada greta'],
  ['id=lessthanorequal,{joana}&formerEmployees=true', 'paul marie john joana'],
  ['id=99999999999999999999', ''],
  // Texts.
  ['firstName=John', ''],
  ['firstName=John&formerEmployees=true', 'john'],
  ['firstName=starts,Jo', 'joana'],
  ['firstname=STARTS,jo&formeremployees=true', 'john joana'],
  ['firstName=marie', ''],
  ['firstName=equals,Marie,Ada', 'marie ada'],
  ['firstName=notequal,Marie,Ada', 'paul joana bjorn greta'],
  ['firstName=like,BJÖRN', 'bjorn'],
  ['lastName=Lambert&formerEmployees=true', 'marie zoe'],
  ['lastName=like,%', ''],
  ['lastName=like,o', 'paul joana ada greta'],
  ['name=Marie%20Lambert', 'marie'],
  ['name=Marie+Lambert', 'marie'],
  ['displayName=starts,lambert+m', 'marie'],
  ['url=like,/api/v3/users/{ada}', 'ada'],
  ['mail=like,jdoe', ''],
  ['mail=like,jdoe&formerEmployees=true', 'john'],
  ['mail=like,@beta,PAUL', 'paul joana greta'],
  ['mail=marie.lambert@acme.example.com', 'marie'],
  ['mail=null', 'ada'],
  ['mail=notequal,null', 'paul marie joana bjorn greta'],
  ['mail=', ''],
  ['login={ada}', 'ada'],
  ['login={paul}', ''],
  ['login=paul.roche@acme.example.com,{ada},nobody', 'paul ada'],
  ['login=notequal,paul.roche@acme.example.com,{ada}', 'marie joana bjorn greta'],
  ['login=starts,joana', 'joana'],
  ['matricule=001', ''],
  ['matricule=001&formerEmployees=true', 'john'],
  ['matricule=008,017', 'paul joana'],
  ['employeeNumber=starts,0', 'paul marie joana'],
  ['matricule=null', 'bjorn greta'],
  ['externalId=R-2', 'paul'],
  ['jobTitle=Accountant', 'marie'],
  ['jobTitle=like,100%25_', 'joana'],
  ['jobTitle=null', 'bjorn ada greta'],
  ['directLine=%2B33140506070', 'marie'],
  // Dates.
  ['dtContractStart=2020-2-29', 'joana'],
  ['dtContractStart=2020-02-29T00:00:00Z', 'joana'],
  ['dtContractStart=since,tomorrow', 'greta'],
  ['dtContractStart=lessthan,2019-07-01', 'paul'],
  ['dtContractStart=lessthanorequal,2019-07-01', 'paul ada'],
  ['dtContractStart=greaterthan,2021-09-01', 'bjorn greta'],
  ['dtContractStart=between,2019-07-01,2021-09-01', 'marie joana ada'],
  ['seniorityDate=2012-05-01', 'bjorn'],
  ['seniorityDate=until,2012-12-31', 'paul bjorn'],
  ['modifiedAt=since,yesterday', 'paul marie joana bjorn ada greta'],
  ['modifiedAt=lessthan,yesterday', ''],
  // Personal data.
  ['birthDate=1990-02-11', 'marie'],
  ['birthDate=1990-02-11&formerEmployees=true', 'marie zoe'],
  ['birthDate=null', 'joana bjorn ada greta'],
  ['birthDate=notequal,1990-02-11', 'paul joana bjorn ada greta'],
  ['birthDate=notequal,1990-02-11,null', 'paul'],
  ['birthDate=between,1980-01-01,1988-02-29&formerEmployees=true', 'john'],
  ['birthDate=until,1988-02-29,null&formerEmployees=true', 'paul john joana bjorn ada greta'],
  ['birthDate=greaterthan,1970-07-01&firstName=Marie', 'marie'],
  ['gender=Male&formerEmployees=true', 'paul john'],
  ['gender=Misc,Female', 'marie joana'],
  ['gender=Undefined&formerEmployees=true', 'bjorn ada greta zoe'],
  ['gender=like,ale', 'paul marie'],
  // What belongs to somebody.
  ['departmentId={finance}', 'paul marie ada'],
  ['department.id={sales}', 'joana bjorn greta'],
  ['department.name=Finance', 'paul marie ada'],
  ['Department.Name=like,SAL', 'joana bjorn greta'],
  ['legalEntityId={acme}&formerEmployees=true', 'paul marie ada zoe'],
  ['legalEntity.name=starts,beta', 'joana bjorn greta'],
  ['managerId={paul}', 'marie ada'],
  ['managerId=null', 'paul joana greta'],
  ['manager.name=Joana+Prado', 'bjorn'],
  ['manager.id=notequal,null', 'marie bjorn ada'],
  ['cspId={category}', 'marie'],
  ['csp.name=null', 'paul joana bjorn ada greta'],
  ['calendar.name=France', 'marie'],
  ['userWorkCycles.workCycleID={full}', 'marie bjorn'],
  ['userWorkCycles.startsOn=until,2012-12-31', 'bjorn'],
  ['userWorkCycles.endsOn=9999-12-31', 'marie'],
  ['picture.name=like,.png', 'marie'],
  ['picture.id={portrait}', 'marie'],
  ['cultureID=1033', 'paul marie joana bjorn ada greta'],
  ['culture.name=notequal,en-US', ''],
  ['departmentId={finance}&managerId={paul}&firstName=Ada', 'ada'],
  // Pages and orders.
  ['paging=0,2', 'paul marie'],
  ['paging=4%2C2', 'ada greta'],
  ['paging=1000000,1', ''],
  ['orderBy=id,desc', 'greta ada bjorn joana marie paul'],
  ['orderBy=lastName,asc', 'bjorn ada greta marie joana paul'],
  ['orderby=department.name,desc,firstName,ASC', 'bjorn greta joana ada marie paul'],
  ['orderBy=dtContractEnd,asc&formerEmployees=true&paging=0,4', 'john zoe joana paul'],
  ['orderBy=birthDate,asc&formerEmployees=true', 'paul john marie zoe joana bjorn ada greta'],
  ['orderBy=birthDate,desc,id,desc&birthDate=notequal,null', 'marie paul'],
  ['orderBy=gender,asc,id,asc&paging=0,3', 'marie paul joana'],
  ['orderBy=seniorityDate,asc&paging=0,2', 'paul bjorn'],
  // Fields, as far as rows stay recognizable, and words without effect.
  ['id={paul}&id={marie}&paging=0%2C100&fields=id&fields=name&fields=department%5Bid%2Cname%5D', 'paul marie'],
  ['fields=id,department[id,name]manager[id],csp', 'paul marie joana bjorn ada greta'],
  ['limit=1&page=3&_=12&callback=x&authToken=y&metadata=z', 'paul marie joana bjorn ada greta'],
];

test.each(found)('GET /api/v3/users?%s finds: %s', async (query, names) => {
  const { status, body, text } = await client.call(`/api/v3/users?${named(company, query)}`);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  const nameOf = (id: number) => Object.entries(company.people).find(([, person]) => person.id === String(id))?.[0];
  expect(body.data.items.map(({ id }: { id: number }) => nameOf(id)).join(' ')).toBe(names);
  expect(body.metadata).toBeNull();
});

const refused: readonly (readonly [string, string])[] = [
  ['frstName=Marie', 'frstName'],
  ['department=1', 'department'],
  ['department.nme=x', 'department.nme'],
  ['userWorkCycles=1', 'userWorkCycles'],
  ['extendedData.e_x=1', 'extendedData.e_x'],
  ['habilitedRoles=1', 'habilitedRoles'],
  ['id=one', 'id'],
  ['id=like,1', 'id'],
  ['firstName=since,2020-01-01', 'firstName'],
  ['dtContractStart=2021-02-29', 'dtContractStart'],
  ['dtContractStart=null', 'dtContractStart'],
  ['dtContractEnd=between,2020-01-01', 'dtContractEnd'],
  ['dtContractEnd=greaterthan,2020-01-01,2021-01-01', 'dtContractEnd'],
  ['birthDate=1990', 'birthDate'],
  ['formerEmployees=perhaps', 'formerEmployees'],
  ['fields=id,frstName', 'fields'],
  ['fields=id,,name', 'fields'],
  ['fields=department[id', 'fields'],
  ['fields=first Name', 'fields'],
  ['fields=id.name', 'fields'],
  ['fields=extendedData.e_nothing_of_this_name', 'fields'],
  ['paging=0', 'paging'],
  ['paging=-1,10', 'paging'],
  ['paging=0,10001', 'paging'],
  ['orderBy=id', 'orderBy'],
  ['orderBy=id,up', 'orderBy'],
  ['orderBy=department,asc', 'orderBy'],
  ['orderBy=userWorkCycles.id,asc', 'orderBy'],
  ['orderBy=extendedData,asc', 'orderBy'],
];

test.each(refused)('GET /api/v3/users?%s is refused for %s', async (query, parameter) => {
  const { status, body } = await client.call(`/api/v3/users?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ Status: 400, StackTrace: null, title: 'Bad Request', Message: body.detail });
  expect(Object.keys(body.errors)).toEqual([parameter]);
});
