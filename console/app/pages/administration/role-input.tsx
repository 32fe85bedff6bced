/** The choice of a role, with the rights of each. */
import { Radio, Stack } from '@mantine/core';
import { roleNames } from '@muster/contract/roles.ts';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { administratorTexts } from '../../texts/administrators.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';

export function RoleInput({ label, value, onChange, errorAt }: FieldInputProps) {
  const t = useTexts(administratorTexts);
  const { roles } = useTexts(shellTexts);
  const error = errorAt('');
  return (
    <Radio.Group label={label} value={String(value)} onChange={onChange} {...(error !== undefined && { error })}>
      <Stack gap="xs" mt={6}>
        {roleNames.map((role) => (
          <Radio key={role} value={role} label={roles[role]} description={t.roleHints[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
