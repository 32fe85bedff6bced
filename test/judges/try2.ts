import { openApi } from '@muster/contract/openapi.ts';
import { validate } from '@scalar/openapi-parser';
const r = await validate(JSON.stringify(openApi({ baseUrl: 'https://acme.muster.dev', authUrl: 'https://accounts.muster.dev' })));
console.log(r.valid, JSON.stringify(r.errors, null, 1).slice(0, 3000));
