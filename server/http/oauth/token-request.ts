// Parses requests to the token endpoint and its neighbours: the form, and the credentials in it or in HTTP Basic. Pure;
// errors use the terms of RFC 6749.

export class TokenRequestError extends Error {
  readonly status: number;
  /** As in RFC 6749, section 5.2. */
  readonly code: string;

  constructor(status: number, code: string, description: string) {
    super(description);
    this.name = 'TokenRequestError';
    this.status = status;
    this.code = code;
  }
}

export type Form = ReadonlyMap<string, string>;

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export function invalidRequest(description: string): TokenRequestError {
  return new TokenRequestError(400, 'invalid_request', description);
}

/** Does not say what is wrong, so that a caller cannot find out whether the client exists. */
export function invalidClient(): TokenRequestError {
  return new TokenRequestError(401, 'invalid_client', 'The client is unknown or its secret is wrong.');
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Unknown fields are kept and ignored. No field may appear twice, not even an unknown or an empty one. */
export function parseForm(body: Uint8Array): Form {
  const form = new Map<string, string>();
  for (const pair of decodedBody(body).split('&')) {
    if (pair === '') continue;
    const [name, ...rest] = pair.split('=');
    const field = formDecoded(name ?? '');
    const value = formDecoded(rest.join('='));
    if (field === null || value === null) throw invalidRequest('The form is not encoded correctly.');
    if (form.has(field)) throw invalidRequest(`A field is given twice: ${printable(field)}.`);
    form.set(field, value);
  }
  return form;
}

function decodedBody(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalidRequest('The form is not UTF-8.');
  }
}

/** null: not valid UTF-8. */
function formDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** RFC 6749 allows only these characters in a description. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 50);
}

/** A field without a value counts as missing, as RFC 6749 requires. */
export function requiredField(form: Form, name: string): string {
  const value = form.get(name);
  if (!value) throw invalidRequest(`The field ${name} is missing.`);
  return value;
}

export function credentialsOf(authorization: string | undefined, form: Form): Credentials {
  if (authorization === undefined) {
    return { clientId: requiredField(form, 'client_id'), clientSecret: requiredField(form, 'client_secret') };
  }
  if (form.get('client_secret')) throw invalidRequest('The secret is given both in the body and in the header.');
  const basic = basicCredentials(authorization);
  // An attempt with a header gets 401, whatever is wrong with it.
  if (basic === null) throw invalidClient();
  const named = form.get('client_id');
  if (named && named !== basic.clientId) throw invalidRequest('The body and the header name different clients.');
  return basic;
}

/** null: not HTTP Basic, or not readable. Both parts are form-encoded, as RFC 6749, section 2.3.1, requires. */
function basicCredentials(authorization: string): Credentials | null {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i.exec(authorization.trim())?.[1];
  if (encoded === undefined) return null;
  const [user, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const clientId = formDecoded(user ?? '');
  const clientSecret = formDecoded(rest.join(':'));
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** Only the space is a delimiter. Any other character belongs to the scope, which then does not exist. */
export function scopesAsked(form: Form): readonly string[] {
  return (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
}
