/** A device with passkeys, built on node:crypto alone: the server verifies it like any other. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

interface Passkey {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
}

export interface Authenticator {
  readonly passkeys: readonly Passkey[];
  create(options: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON;
  get(options: PublicKeyCredentialRequestOptionsJSON): AuthenticationResponseJSON;
}

export interface AuthenticatorOptions {
  /** The origin of the page, as the browser reports it. */
  readonly origin: string;
  /** Whether it verifies the person, by fingerprint or PIN. */
  readonly isVerifying?: boolean;
  /** The use counter; a device that syncs its passkeys sends 0. */
  readonly count?: () => number;
}

const flags = { present: 0x01, verified: 0x04, holdsCredential: 0x40 } as const;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

export function authenticator({ origin, isVerifying = true, count = () => 0 }: AuthenticatorOptions): Authenticator {
  const passkeys: Passkey[] = [];
  const state = flags.present | (isVerifying ? flags.verified : 0);
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    passkeys,
    create({ challenge, rp, user }) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const credentialId = randomBytes(32);
      const id = credentialId.toString('base64url');
      const rpId = rp.id ?? '';
      passkeys.push({ id, rpId, userHandle: user.id, privateKey });
      const credential = Buffer.concat([Buffer.alloc(16), uint16(32), credentialId, coseKey(publicKey)]);
      const data = authenticatorData(rpId, state | flags.holdsCredential, count(), credential);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation(data).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge, rpId = '', allowCredentials = [] }) {
      const isAllowed = ({ id }: Passkey) =>
        allowCredentials.length === 0 || allowCredentials.some((allowed) => allowed.id === id);
      const passkey = passkeys.find((one) => one.rpId === rpId && isAllowed(one));
      if (!passkey) throw new Error('The device has no passkey for this.');
      const client = clientData('webauthn.get', challenge);
      const data = authenticatorData(rpId, state, count());
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), passkey.privateKey).toString('base64url'),
          userHandle: passkey.userHandle,
        },
      };
    },
  };
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

function authenticatorData(rpId: string, state: number, used: number, credential = Buffer.alloc(0)): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(used);
  return Buffer.concat([sha256(rpId), Buffer.from([state]), counter, credential]);
}

// The part of CBOR (RFC 8949) that a device needs: short texts, byte strings and maps.
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, ...uint16(bytes.length)]),
    bytes,
  ]);

/** ES256: kty 2, alg -7, crv 1, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    Buffer.from([0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

const attestation = (data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    Buffer.from([0xa0]),
    cborText('authData'),
    cborBytes(data),
  ]);
