/**
 * Builds the console into `console/dist`, which the service serves under /console. `npm run dev -w console` is for who
 * works on it, next to a service started by `npm start`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const service = 'http://localhost:3000';

/** Compressed once here, and never again while the service answers. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|css|svg|html)$/.test(name),
    );
    for (const name of names) {
      const content = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content));
    }
  },
};

/** The document only fetches its styles; the program applies them. A browser draws nothing while it waits for a stylesheet. */
const stylesLater: Plugin = {
  name: 'styles-later',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"'),
  },
};

/** Each icon from its own file: the one file that names all six thousand takes most of the time of a build. */
const icons: Plugin = {
  name: 'icons',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(import.meta.dirname) || !code.includes('@tabler/icons-react')) return null;
    return code.replace(/import \{([^}]+)\} from '@tabler\/icons-react';/g, (_, names: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`)
        .join(' '),
    );
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [icons, react(), stylesLater, compressed],
  build: {
    outDir: 'dist',
    // The policy of the page knows files alone, of whatever size.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    target: 'es2023',
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/svc-api', '/admin-api'].map((path) => [path, { target: service }])),
  },
});
