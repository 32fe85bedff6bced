/** Phone numbers as people write them → as the service accepts them: `+33 6 12.34-56 78` is `+33612345678`. */

import type { Schema } from '@muster/contract/kit/schema.ts';
import { phonePattern } from '@muster/contract/kit/values.ts';

export const isPhone = ({ pattern }: Schema): boolean => pattern === phonePattern;

/** `(0)` after a country code is not dialled from abroad; `00` is the older form of `+`. */
export function normalisedPhone(typed: string): string {
  const dialled = typed.trim().replace(/^(\+|00)([^(]*)\(0\)/, '$1$2');
  return dialled.replace(/[\s.\-/()]/g, '').replace(/^00/, '+');
}
