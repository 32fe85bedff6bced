/**
 * The limits of the installation on account settings: values beyond a limit are refused, and stored values beyond it
 * are clamped.
 */
import type { BoundedSetting, InstallationBounds } from '@muster/contract/administration/installation-bounds.ts';
import type { FieldErrors } from '../../problem.ts';
import { addError, noErrors, throwIfAny } from '../../problem.ts';

/** Refuses values beyond the limits of the operator, and names the member and the limit. */
export function refuseBeyond(bounds: InstallationBounds, changes: Readonly<Record<string, unknown>>): void {
  const errors = noErrors();
  for (const name of Object.keys(bounds) as BoundedSetting[]) checkBound(bounds, name, changes[name], errors);
  throwIfAny(errors);
}

function checkBound(bounds: InstallationBounds, name: BoundedSetting, value: unknown, errors: FieldErrors): void {
  const wrong = beyond(bounds, name, value);
  if (wrong) addError(errors, name, wrong);
}

/** The error of a value; undefined if it is within the limits. */
export function beyond(bounds: InstallationBounds, name: BoundedSetting, value: unknown): string | undefined {
  const { min, max } = bounds[name] ?? {};
  if (typeof value !== 'number') return undefined;
  if (max !== undefined && value > max)
    return `Must be at most ${max}: the operator of the installation sets this bound.`;
  if (min !== undefined && value < min)
    return `Must be at least ${min}: the operator of the installation sets this bound.`;
  return undefined;
}
