/**
 * Every address of the console. Pages are loaded when they are first opened. Search parameters are plain text; those of
 * lists are the parameters of the API.
 */
import { createRoute, createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { inside, root, within } from './frame-routes.tsx';
import { page } from './lazy-page.ts';
import { asKnown, inTime, keptInTime } from './moment/in-time.tsx';
import { followOtherTabs, leaveWhenSessionEnds } from './session-end.ts';
import { BrokenPage, MissingPage } from './ui/states.tsx';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: page(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: page(() => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
});

const home = createRoute({
  ...within('/'),
  component: page(() => import('./pages/home/home-page.tsx'), 'HomePage'),
});

const profile = createRoute({
  ...within('/profile'),
  component: page(() => import('./pages/profile/profile-page.tsx'), 'ProfilePage'),
});

const people = createRoute({
  ...within('/people'),
  search: keptInTime,
  component: inTime(page(() => import('./pages/people/people-page.tsx'), 'PeoplePage')),
});

const person = createRoute({
  ...within('/people/$id'),
  search: keptInTime,
  component: asKnown(page(() => import('./pages/people/person-page.tsx'), 'PersonPage')),
});

const importRoute = createRoute({
  ...within('/import'),
  component: page(() => import('./pages/import/import-page.tsx'), 'ImportPage'),
});

const orgChart = createRoute({
  ...within('/org-chart'),
  search: keptInTime,
  component: inTime(page(() => import('./pages/people/org-chart-page.tsx'), 'OrgChartPage')),
});

const applications = createRoute({
  ...within('/client-applications'),
  component: page(() => import('./pages/integrations/applications-page.tsx'), 'ApplicationsPage'),
});

const application = createRoute({
  ...within('/client-applications/$id'),
  component: page(() => import('./pages/integrations/application-page.tsx'), 'ApplicationPage'),
});

const attributes = createRoute({
  ...within('/attributes'),
  component: page(() => import('./pages/attributes/attributes-page.tsx'), 'AttributesPage'),
});

const newAttribute = createRoute({
  ...within('/attributes/new'),
  component: page(() => import('./pages/attributes/new-attribute-page.tsx'), 'NewAttributePage'),
});

const attribute = createRoute({
  ...within('/attributes/$id'),
  component: page(() => import('./pages/attributes/attribute-page.tsx'), 'AttributePage'),
});

const endpoints = createRoute({
  ...within('/webhook-endpoints'),
  component: page(() => import('./pages/integrations/endpoints-page.tsx'), 'EndpointsPage'),
});

const endpoint = createRoute({
  ...within('/webhook-endpoints/$id'),
  component: page(() => import('./pages/integrations/endpoint-page.tsx'), 'EndpointPage'),
});

const settings = createRoute({
  ...within('/settings'),
  component: page(() => import('./pages/administration/settings-page.tsx'), 'SettingsPage'),
});

const administrators = createRoute({
  ...within('/administrators'),
  component: page(() => import('./pages/administration/administrators-page.tsx'), 'AdministratorsPage'),
});

const audit = createRoute({
  ...within('/audit'),
  component: page(() => import('./pages/administration/audit-page.tsx'), 'AuditPage'),
});

const reads = createRoute({
  ...within('/reads'),
  component: page(() => import('./pages/administration/reads-page.tsx'), 'ReadsPage'),
});

const sandboxes = createRoute({
  ...within('/sandboxes'),
  component: page(() => import('./pages/administration/sandboxes-page.tsx'), 'SandboxesPage'),
});

const accounts = createRoute({
  ...within('/accounts'),
  component: page(() => import('./pages/administration/accounts-page.tsx'), 'AccountsPage'),
});

/** Unknown addresses, shown inside the frame. */
const nowhere = createRoute({ ...within('$'), component: MissingPage });

const events = createRoute({
  ...within('/events'),
  component: page(() => import('./pages/integrations/events-page.tsx'), 'EventsPage'),
});

const departmentsRoute = createRoute({
  ...within('/departments'),
  search: keptInTime,
  component: inTime(page(() => import('./pages/organization/departments-page.tsx'), 'DepartmentsPage')),
});

const establishments = createRoute({
  ...within('/establishments'),
  component: page(() => import('./pages/organization/establishments-page.tsx'), 'EstablishmentsPage'),
});

const legalEntitiesRoute = createRoute({
  ...within('/legal-entities'),
  component: page(() => import('./pages/organization/legal-entities-page.tsx'), 'LegalEntitiesPage'),
});

const jobs = createRoute({
  ...within('/jobs'),
  component: page(() => import('./pages/organization/jobs-page.tsx'), 'JobsPage'),
});

const occupationCategoriesRoute = createRoute({
  ...within('/occupation-categories'),
  component: page(() => import('./pages/organization/occupation-categories-page.tsx'), 'OccupationCategoriesPage'),
});

const employmentTemplatesRoute = createRoute({
  ...within('/employment-templates'),
  component: page(() => import('./pages/organization/employment-templates-page.tsx'), 'EmploymentTemplatesPage'),
});

const taxonomiesRoute = createRoute({
  ...within('/taxonomies'),
  component: page(() => import('./pages/taxonomies/taxonomies-page.tsx'), 'TaxonomiesPage'),
});

const taxonomyRoute = createRoute({
  ...within('/taxonomies/$id'),
  component: page(() => import('./pages/taxonomies/taxonomy-page.tsx'), 'TaxonomyPage'),
});

const apiKeys = createRoute({
  ...within('/api-keys'),
  component: page(() => import('./pages/integrations/api-keys-page.tsx'), 'ApiKeysPage'),
});

const apiKey = createRoute({
  ...within('/api-keys/$id'),
  component: page(() => import('./pages/integrations/api-key-page.tsx'), 'ApiKeyPage'),
});

const requestLog = createRoute({
  ...within('/request-log'),
  component: page(() => import('./pages/integrations/request-log-page.tsx'), 'RequestLogPage'),
});

const leavesRoute = createRoute({
  ...within('/leaves'),
  component: page(() => import('./pages/leaves/leaves-page.tsx'), 'LeavesPage'),
});

const leaveRequestsRoute = createRoute({
  ...within('/leave-requests'),
  component: page(() => import('./pages/leaves/leave-requests-page.tsx'), 'LeaveRequestsPage'),
});

const leaveAccountsRoute = createRoute({
  ...within('/leave-accounts'),
  component: page(() => import('./pages/leaves/leave-accounts-page.tsx'), 'LeaveAccountsPage'),
});

const workingTimeRoute = createRoute({
  ...within('/working-time'),
  component: page(() => import('./pages/leaves/working-time-page.tsx'), 'WorkingTimePage'),
});

const calendarsRoute = createRoute({
  ...within('/public-holidays'),
  component: page(() => import('./pages/leaves/calendars-page.tsx'), 'CalendarsPage'),
});

const subjectExportsRoute = createRoute({
  ...within('/subject-exports'),
  component: page(() => import('./pages/privacy/subject-exports-page.tsx'), 'SubjectExportsPage'),
});

const erasuresRoute = createRoute({
  ...within('/erasures'),
  component: page(() => import('./pages/privacy/erasures-page.tsx'), 'ErasuresPage'),
});

const legalHoldsRoute = createRoute({
  ...within('/legal-holds'),
  component: page(() => import('./pages/privacy/legal-holds-page.tsx'), 'LegalHoldsPage'),
});

const retentionRulesRoute = createRoute({
  ...within('/retention-rules'),
  component: page(() => import('./pages/privacy/retention-rules-page.tsx'), 'RetentionRulesPage'),
});

const tree = root.addChildren([
  signIn,
  invitation,
  inside.addChildren([
    home,
    profile,
    settings,
    administrators,
    audit,
    reads,
    sandboxes,
    accounts,
    people,
    person,
    orgChart,
    importRoute,
    applications,
    application,
    endpoints,
    endpoint,
    events,
    apiKeys,
    apiKey,
    requestLog,
    attributes,
    newAttribute,
    attribute,
    nowhere,
    departmentsRoute,
    establishments,
    legalEntitiesRoute,
    jobs,
    occupationCategoriesRoute,
    employmentTemplatesRoute,
    taxonomiesRoute,
    taxonomyRoute,
    leavesRoute,
    leaveRequestsRoute,
    leaveAccountsRoute,
    workingTimeRoute,
    calendarsRoute,
    subjectExportsRoute,
    erasuresRoute,
    legalHoldsRoute,
    retentionRulesRoute,
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultNotFoundComponent: MissingPage,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
  // Plain text, not JSON: an id stays a string.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

leaveWhenSessionEnds(() => router.state.location);
followOtherTabs();
