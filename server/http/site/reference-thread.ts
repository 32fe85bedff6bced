/**
 * Runs once in a separate process, when the reference is first requested: takes the page and its script from the
 * plugin, compresses the script and exits. Loaded in the service, the plugin would cost 30 MB permanently.
 */
import { gzipSync } from 'node:zlib';
import { securityName } from '@muster/contract/openapi/operations.ts';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import type { ReferenceParts, ReferenceTexts } from './reference.ts';

const { prefix, title, documentUrl }: ReferenceTexts = JSON.parse(process.argv[2] ?? '');

const app = Fastify();
await app.register(scalar, {
  routePrefix: prefix,
  configuration: {
    url: documentUrl,
    pageTitle: title,
    // Disables everything that would contact or link to another host.
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    // The document describes bodies well; the models repeat them.
    hideModels: true,
    defaultOpenAllTags: false,
    authentication: { preferredSecurityScheme: securityName },
    persistAuth: false,
    metaData: { title },
  },
});
const page = await app.inject(`${prefix}/`);
const script = await app.inject(`${prefix}/js/scalar.js`);
const parts: ReferenceParts = { page: page.body, script: gzipSync(script.rawPayload) };
process.send?.(parts);
