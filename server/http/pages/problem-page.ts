// The pages under /problems: what each problem of the catalogue means and what to do about it.
// Their addresses are the `type` of problem bodies, so they are readable without a token.
import { type Detail, detail } from '@muster/contract/messages.ts';
import { type ProblemName, problemNames, problems } from '@muster/contract/problems.ts';
import { codeBlock, escapeHtml, page, prose } from './page.ts';

type Example = { readonly path: string; readonly detail: Detail; readonly errors?: Record<string, string[]> };

const examples: Readonly<Record<ProblemName, Example>> = {
  validation: {
    path: 'employees',
    detail: detail('oneFieldInvalid'),
    errors: { 'firstEmployment.end.date': ['The end date must not be before the start date.'] },
  },
  unauthorized: { path: 'employees', detail: detail('tokenInvalid') },
  forbidden: {
    path: 'employees',
    detail: detail('scopeMissing', { scopes: 'employees.readonly, employees.readwrite' }),
  },
  'not-found': { path: 'employees/416', detail: detail('noSuchResource', { type: 'employee', id: '416' }) },
  'method-not-allowed': {
    path: 'employees/416',
    detail: detail('methodNotAllowed', { method: 'PUT', allowed: 'GET, HEAD, PATCH' }),
  },
  'not-acceptable': { path: 'employees', detail: detail('notAcceptable', { types: 'application/json' }) },
  'precondition-failed': { path: 'departments/7', detail: detail('preconditionFailed') },
  'content-too-large': { path: 'files', detail: detail('contentTooLarge', { limit: 100 }) },
  'unsupported-media-type': {
    path: 'departments',
    detail: detail('unsupportedMediaType', { types: 'application/json' }),
  },
  'too-many-requests': { path: 'employees', detail: detail('tooManyRequests', { seconds: 37 }) },
  'header-too-large': { path: 'employees', detail: detail('headersTooLarge', { limit: 8 }) },
  internal: { path: 'employees', detail: detail('internal') },
  timeout: { path: 'employees?limit=1000&include=embedded', detail: detail('timeout', { seconds: 5 }) },
};

const exampleBody = (name: ProblemName): string => {
  const { title, status } = problems[name];
  const example = examples[name];
  const body = {
    type: `https://acme.example.com/problems/${name}`,
    title,
    status,
    detail: example.detail.text,
    instance: `https://acme.example.com/svc-api/${example.path}`,
    ...(example.errors && { errors: example.errors }),
    t9n: { detail: example.detail.t9n },
    extensions: { traceId: '5c1f0a9be4d24b7f8e6a30d2c97b1184' },
  };
  return JSON.stringify(body, null, 2);
};

const statusTag = (status: number): string => `<span class="tag${status >= 500 ? ' fault' : ''}">${status}</span>`;

export const problemPage = (name: ProblemName): string => {
  const { status, title, meaning, remedy, isRetryable } = problems[name];
  return page(
    `${title} (${name})`,
    `<p class="facts">${statusTag(status)} <code>${escapeHtml(name)}</code> <span class="note">${isRetryable ? 'Can be sent again later' : 'Not to be sent again unchanged'}</span></p>
<h1>${escapeHtml(title)}</h1>
<h2>What it means</h2>
<p>${prose(meaning)}</p>
<h2>What to do</h2>
<p>${prose(remedy)}</p>
<h2>Example</h2>
${codeBlock('Example of a problem body', 'json', exampleBody(name))}
<p><a href="/problems">All problems</a> · <a href="/docs">Reference</a></p>`,
  );
};

const firstSentence = (text: string): string => text.replace(/(?<=\.)\s.*$/, '');

const row = (name: ProblemName): string => {
  const { status, title, meaning } = problems[name];
  return `<li><a href="/problems/${name}">${statusTag(status)}<span><strong>${escapeHtml(title)}</strong><span class="note">${prose(firstSentence(meaning))}</span></span></a></li>`;
};

export const problemIndexPage = (): string =>
  page(
    'Problems',
    `<h1>Problems</h1>
<p class="lead">Every error of the API is a problem body whose <code>type</code> is the address of one of these pages. Its <code>extensions.traceId</code> is the id under which the operator finds the request in the log.</p>
<ul class="rows">
${problemNames.map(row).join('\n')}
</ul>
<p><a href="/docs">Reference</a></p>`,
  );
