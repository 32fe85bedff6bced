import type { Field } from '@muster/contract/kit/field.ts';
import type { ValueInputProps } from './value-input.tsx';

export interface FieldInputProps extends Omit<ValueInputProps, 'schema'> {
  readonly name: string;
  readonly field: Field;
  readonly isDisabled?: boolean;
}
