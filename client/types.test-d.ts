/**
 * What must and what must not compile, checked by `tsc` and never run: each `@ts-expect-error` fails the check as soon
 * as the line under it compiles.
 */
import { isAbout, type Muster, type ProblemError, type WebhookEvent } from './client.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => undefined;

export async function operations(muster: Muster): Promise<void> {
  await muster.taxonomies.remove('31', { ifMatch: 'W/"1"' });
  // @ts-expect-error events are recorded by the service alone
  await muster.events.remove('1');
  // @ts-expect-error events are recorded by the service alone
  await muster.events.create({});
  // @ts-expect-error base schemas never change
  await muster.schemas.update('decimal', {});
  // @ts-expect-error only events can be followed
  muster.taxonomies.follow();
  // @ts-expect-error following itself uses the ids
  muster.events.feed({ filters: { id: '1' } });
  await muster.files.upload(new Blob(['x']), { fileName: 'x.txt' });
  // @ts-expect-error files are uploaded, not made of members
  await muster.files.create({});
  // @ts-expect-error a file is read by a link
  await muster.files.read('1');
  // @ts-expect-error there is no such resource
  muster.unicorns.list();
  await muster.webhookEndpointSecrets('14').remove('22');
  // @ts-expect-error secrets lie inside an endpoint
  muster.webhookEndpointSecrets.list();
}

export async function bodies(muster: Muster): Promise<void> {
  await muster.taxonomies.create({ name: 'Skills', t9n: { name: { 'fr-FR': 'Compétences' } } });
  // @ts-expect-error a name is required
  await muster.taxonomies.create({});
  // @ts-expect-error the id is made by the service
  await muster.taxonomies.create({ name: 'Skills', id: '1' });
  // @ts-expect-error not a language of the service
  await muster.taxonomies.create({ name: 'Skills', t9n: { name: { fr: 'Compétences' } } });
  await muster.taxonomyLabels.update('1', { remoteId: null, isArchived: true });
  // @ts-expect-error a label stays in its taxonomy
  await muster.taxonomyLabels.update('1', { taxonomy: { id: '2' } });
  // @ts-expect-error a name cannot be cleared
  await muster.taxonomyLabels.update('1', { name: null });
}

export function filters({ taxonomyLabels, employeeAttributeDefinitions, events, schemas }: Muster): void {
  taxonomyLabels.list({ filters: { 'taxonomy.id': ['31', '32'], isArchived: false, '-remoteId': null } });
  taxonomyLabels.list({ filters: { 'createdAt.between': [new Date(0), null] } });
  employeeAttributeDefinitions.list({ filters: { category: 'system', 'schema.title': 'Decimal' } });
  employeeAttributeDefinitions.list({ filters: { multipleValueHandling: null, 'taxonomy.id': null } });
  events.list({ filters: { 'id.between': ['7', null], 'data.type': ['taxonomy'], '-topic': 'taxonomy.deleted' } });
  // @ts-expect-error a misspelt filter
  taxonomyLabels.list({ filters: { isArchive: false } });
  // @ts-expect-error a flag is true or false
  taxonomyLabels.list({ filters: { isArchived: 'no' } });
  // @ts-expect-error every label has a taxonomy
  taxonomyLabels.list({ filters: { 'taxonomy.id': null } });
  // @ts-expect-error not one of the values
  employeeAttributeDefinitions.list({ filters: { category: 'custom' } });
  // @ts-expect-error only null can be asked for
  employeeAttributeDefinitions.list({ filters: { multipleValueHandling: 'descending' } });
  // @ts-expect-error ids of labels have no range
  taxonomyLabels.list({ filters: { 'id.between': ['1', '2'] } });
  // @ts-expect-error a moment is found by a range
  events.list({ filters: { occurredAt: '2026-01-01T00:00:00Z' } });
  // @ts-expect-error base schemas have no timestamps
  schemas.list({ filters: { 'createdAt.between': [null, new Date()] } });
  // @ts-expect-error a filter that may be missing would list everything
  taxonomyLabels.list({ filters: { 'taxonomy.id': undefined as string | undefined } });
}

export function attributes({ employees, departments }: Muster): void {
  employees.list({
    filters: { 'attributes.e_company_car': true, '-attributes.e_site': ['Paris', null], status: 'active' },
  });
  employees.list({ filters: { 'attributes.e_badge.between': [10, null] }, sort: ['-attributes.e_badge', 'id'] });
  // @ts-expect-error nobody may be compared with an object
  employees.list({ filters: { 'attributes.e_training': { course: 1 } } });
  // @ts-expect-error departments have none
  departments.list({ filters: { 'attributes.e_company_car': true } });
  // @ts-expect-error departments have none
  departments.list({ sort: ['attributes.e_badge'] });
  // @ts-expect-error a misspelt filter
  employees.list({ filters: { 'attribute.e_company_car': true } });
}

export function orders({ taxonomies, events, schemas }: Muster): void {
  taxonomies.list({ sort: ['-name', 'createdAt', 'id'], search: 'skill', limit: 500 });
  events.list({ sort: ['-occurredAt'] });
  // @ts-expect-error not a sort key
  taxonomies.list({ sort: ['-sortLabelsBy'] });
  // @ts-expect-error events have no such member
  events.list({ sort: ['createdAt'] });
  // @ts-expect-error nothing is searched in base schemas
  schemas.list({ search: 'decimal' });
}

export async function included(muster: Muster, words: ('links' | 'totalCount')[]): Promise<void> {
  const plain = await muster.employeeAttributeDefinitions.read('e_x');
  holds<Equal<typeof plain.links, null>>();
  holds<Equal<typeof plain.etag, string>>();
  holds<Equal<typeof plain.category, 'system' | 'extension'>>();
  const linked = await muster.employeeAttributeDefinitions.read('e_x', { include: ['links'] });
  holds<Equal<typeof linked.links.values, { href: string } | null>>();
  // @ts-expect-error definitions link to their values only
  linked.links.labels;
  const perhaps = await muster.employeeAttributeDefinitions.read('e_x', { include: words });
  holds<Equal<null extends typeof perhaps.links ? true : false, true>>();
  // @ts-expect-error not a word of include
  await muster.taxonomies.read('31', { include: ['link'] });
  const counted = await muster.taxonomies.page({ limit: 0, include: ['totalCount'] });
  holds<Equal<typeof counted.totalCount, number>>();
  const uncounted = await muster.taxonomies.page();
  holds<Equal<typeof uncounted.totalCount, undefined>>();
}

export async function documents(muster: Muster): Promise<void> {
  const document = await muster.schemas.read('decimal');
  holds<Equal<(typeof document)['$id'], unknown>>();
  for await (const schema of muster.schemas.list()) holds<Equal<typeof schema.title, string>>();
}

export async function followed(muster: Muster): Promise<void> {
  for await (const event of muster.events.follow({ afterId: '7', filters: { topic: 'taxonomy.created' } })) {
    holds<Equal<typeof event.previousAttributes, Record<string, unknown> | undefined>>();
    holds<Equal<typeof event.topic, string>>();
  }
  // @ts-expect-error the following itself filters by id
  muster.events.follow({ filters: { id: '7' } });
}

export function details(error: ProblemError): void {
  error.detailIn('fr-CH');
  // @ts-expect-error not a language of the service
  error.detailIn('fr');
}

export function receivedEvents(event: WebhookEvent): void {
  // @ts-expect-error delivered events have no links
  event.links;
  holds<Equal<typeof event.data, Record<string, unknown>>>();
  if (isAbout(event, 'department')) {
    holds<Equal<typeof event.data.name, string>>();
    // @ts-expect-error departments have no family name
    event.data.familyName;
  }
  if (isAbout(event, 'leave-request-denial-decision')) {
    holds<Equal<typeof event.data.comment, string | undefined>>();
  }
  // @ts-expect-error there is no such type
  isAbout(event, 'unicorn');
  // @ts-expect-error a decision is an approval or a denial
  isAbout(event, 'leave-request-decision');
}
