/** The examples of the help texts, in chains in which each finds what it needs: creation before use, removal after it. */

const installation = [
  'muster migrate',
  'DATABASE_URL=postgres://… muster migrate --json',
  'muster doctor',
  'muster files adopt',
  'MUSTER_FILES_DIR=/srv/files muster files adopt --json',
  'muster clock-confirmed',
  'muster clock-confirmed --json',
  'muster restore-finished',
  'muster restore-finished --by 5000000',
  'muster accounts create acme --environment sandbox',
] as const;

/** Before all others: a command that names no account means the only one. */
export const demoChain: readonly string[] = [
  'muster demo',
  'muster trigger employee.updated',
  'muster trigger department.created --account demo --id 12',
  'muster trigger profession.deleted --account demo --example --json',
  'muster listen --forward-to http://localhost:4000/hook',
  "muster listen --topics 'employee.*,department.updated'",
  'muster listen --account demo --from oldest --json',
  'muster demo --json',
];

const settings = [
  'muster accounts limit --account acme --requests-per-minute 5000',
  'muster accounts limit --account acme --event-days default',
  'muster accounts settings --account acme',
  'muster accounts settings --account acme --set auditDays=400 --set isSecondFactorRequired=true',
  'muster accounts settings --account acme --set eventDays=null',
  `muster accounts settings --account acme --set 'refusedEmailDomains=["example.org"]'`,
  'muster accounts people --account acme --timezone Europe/Paris',
  'muster accounts webhooks --account acme --challenge on',
  'muster accounts webhooks --account acme --waits 10,60,600 --suspension-days 2',
  'muster accounts legacy --account acme',
  'muster accounts legacy --account acme --v2-until 2026-12-31',
  'muster accounts legacy --account acme --v2-until default',
] as const;

const workingTime = [
  'muster calendars create --account acme --name "France"',
  'muster calendars list --account acme',
  'muster calendars add 3 2026-05-01 "Labour Day" --account acme',
  'muster calendars show 3 --account acme',
  'muster calendars show 3 --account acme --year 2026',
  'muster calendars remove 3 2026-05-01 2027-05-01 --account acme',
  'muster calendars import 3 holidays-2026.csv --account acme',
  'muster calendars rename 3 "France, without Alsace-Moselle" --account acme',
  'muster accounts working-time --account acme',
  'muster accounts working-time --account acme --weekdays mon,tue,wed,thu,fri,sat --hours-per-day 6:30',
  'muster accounts working-time --account acme --calendar 3 --language fr-FR',
  'muster working-time-arrangements create --account acme --name "Full time, Lyon" --calendar 3',
  'muster working-time-arrangements list --account acme',
  'muster working-time-arrangements change 4 --account acme --calendar 5',
  'muster working-time-arrangements archive 4 --account acme',
  'muster working-time-arrangements restore 4 --account acme',
] as const;

const administrators = [
  'muster administrators create --account acme --email ada@example.com --name Ada',
  'muster administrators create --account acme --email ops@example.com --operator',
  'muster administrators list --account acme',
  'muster sandboxes create --account acme',
  'muster sandboxes create --account acme --owner ada@example.com',
  'muster sandboxes list',
  'muster sandboxes list --account acme --json',
  'muster sandboxes clock kdv7twxq',
  'muster sandboxes clock kdv7twxq --to 2027-01-01',
  'muster sandboxes clock kdv7twxq --to machine',
  'muster sandboxes delete kdv7twxq',
  'muster administrators role ada@example.com --account acme --role auditor',
  'muster administrators disable ada@example.com --account acme',
  'muster administrators enable ada@example.com --account acme',
  'muster administrators reset-password ada@example.com --account acme',
  'muster administrators sign-out ada@example.com --account acme',
  'muster administrators allow-passwords --account acme',
  'muster administrators delete ada@example.com --account acme',
  'muster administrators invite --account acme --email ada@example.com --role auditor',
  'muster administrators invite --account acme --email sam@example.com --role hr --establishments 1,2',
] as const;

const clients = [
  'muster clients create --account acme --name Payroll --contact payroll@example.com --scopes all',
  'muster clients create --account acme --name Badges --contact it@example.com --scopes employees.readonly,events.readonly --establishments 1,2',
  'muster clients list --account acme',
  'muster clients change app-0123 --contact it@example.com',
  'muster clients change app-0123 --scopes employees.readonly,events.readonly --establishments all',
  'muster clients rotate-secret app-0123',
  'muster clients end-old-secret app-0123',
  'muster clients rotate-secret app-0123 --overlap 0',
  'muster clients revoke app-0123',
  'muster clients restore app-0123',
] as const;

const keys = [
  'muster api-keys create --account acme --name "Time clock" --contact it@example.com --users --former',
  'muster api-keys create --account acme --name Planning --leaves --users --establishments 1,2',
  'muster api-keys list --account acme',
  'muster api-keys role "Time clock" --account acme',
  'muster api-keys role "Time clock" --account acme --leaves --establishments 1,2 --no-former',
  'muster api-keys change "Time clock" --account acme --contact it@example.com',
  'muster api-keys regenerate "Time clock" --account acme',
  'muster api-keys regenerate "Time clock" --account acme --overlap 0',
  'muster api-keys revoke "Time clock" --account acme',
  'muster legacy usage',
  'muster legacy usage --account acme',
] as const;

const traces = [
  'muster webhooks list --account acme',
  'muster webhooks list --account acme --json',
  'muster webhooks deactivate 12 --account acme',
  'muster webhooks activate 12 --account acme',
  'muster audit --account acme',
  'muster audit --account acme --action session.opened --limit 10 --json',
  'muster audit --follow --name siem',
  'muster history departments 12 --account acme',
  'muster history employees 7 --account acme --json',
] as const;

const people = [
  'muster accounts people --account acme --hire-template 4 --hire-establishment 12 --hire-department 45',
  'muster subject-export 7 --account acme --language fr-FR',
  'muster erase 7 --account acme --reason "Request of 4 May" --dry-run',
  'muster import employees people.csv --account acme --dry-run',
  'muster import employees people.csv --account acme',
  'muster import employees people.ndjson --account acme --json',
  'muster import employments employments.csv --account acme --dry-run',
  'muster import job-positions job-positions.csv --account acme --dry-run',
  'muster import departments departments.csv --account acme --dry-run',
  'muster import employee-attributes employee-attributes.csv --account acme --dry-run',
  'muster import leaves leaves.csv --account acme --dry-run',
  'muster export employees --account acme --output employees.ndjson',
  'muster export employees --account acme --format csv --output employees.csv',
  'muster export employee-personal-records --account acme | gzip > records.ndjson.gz',
] as const;

const shells = [
  'source <(muster completion bash)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
  'muster completion zsh > "${fpath[1]}/_muster"',
  'muster completion fish > ~/.config/fish/completions/muster.fish',
  'muster start',
  'PORT=8080 muster start',
  'muster start --role worker',
] as const;

/** Makes the account of most examples. */
export const firstChain: readonly string[] = [
  'muster accounts create acme',
  'muster accounts list',
  'muster accounts list --json',
];

/** Each needs the first one and no other. The last one ends with a second account of that name. */
export const otherChains: readonly (readonly string[])[] = [
  ...[settings, workingTime, clients, administrators, keys, people, traces, shells, installation],
];
