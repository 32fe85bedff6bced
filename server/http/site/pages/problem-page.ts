// The pages under /problems: what each problem of the catalogue means and what to do about it.
// Their addresses are the `type` of problem bodies, so they are readable without a token.
import { problemExample } from '@muster/contract/problem-examples.ts';
import { type ProblemName, problemNames, problems } from '@muster/contract/problems.ts';
import { codeBlock, escapeHtml, page, prose } from './page.ts';

const statusTag = (status: number): string => `<span class="tag${status >= 500 ? ' error' : ''}">${status}</span>`;

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
${codeBlock('Example of a problem body', 'json', JSON.stringify(problemExample(name, 'https://acme.example.com'), null, 2))}
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
