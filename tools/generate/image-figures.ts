/** What deploy/README.md says about the image, as `npm run image` has measured it. */
import measured from '../last-image.json' with { type: 'json' };

const base = measured.isOfficialBase
  ? 'the official image of Node'
  : 'which was made from packages of Debian and this Node, because no registry was reached';

export const imageFigures = (): string =>
  `In the last recorded run, the image had ${measured.megabytes} MB, ${measured.baseMegabytes} MB of them its base,
${base}. With the embedded
PostgreSQL in a new volume it was ready ${measured.firstStartSeconds} seconds after \`podman run\`, the creation of the database and the demo
included, and had ended ${(measured.stopMs / 1000).toFixed(1)} seconds after \`podman stop\`, in which it drains first.
`;
