/** The size limits of a request before its body: headers, and address. */
import type { IncomingMessage } from 'node:http';
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../../problem.ts';

interface Limits {
  readonly headerBytes: number;
}

/** Addresses contain lists of ids: they have this room even if the header limit is small. */
const addressBytesLeast = 8192;

export const addressBytesMax = ({ headerBytes }: Limits): number => Math.max(headerBytes, addressBytesLeast);

/** Node limits both together, on the socket. Names and values of headers are ASCII or Latin-1: a byte each. */
export function isTooLarge({ url = '', rawHeaders }: IncomingMessage, limits: Limits): boolean {
  let bytes = 0;
  for (const text of rawHeaders) bytes += text.length;
  return bytes > limits.headerBytes || url.length > addressBytesMax(limits);
}

export const headersTooLarge = (headerBytes: number): Problem =>
  new Problem('header-too-large', detail('headersTooLarge', { limit: headerBytes / 1024 }));
