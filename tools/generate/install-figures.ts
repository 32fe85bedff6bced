/** What README.md says about an installation for production, as `npm run fresh-install` has measured it. */
import measured from '../last-install.json' with { type: 'json' };

export const installFigures = (): string =>
  `\`npm ci --omit=dev\` installs ${measured.megabytes} MB: the service with its console, Node and PostgreSQL. In the last recorded
run of \`npm run fresh-install\`, the first start, which also creates the demo, took ${measured.firstStartSeconds} seconds and the next one ${measured.startSeconds}.
`;
