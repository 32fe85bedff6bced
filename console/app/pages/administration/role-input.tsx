/** The choice of a role, with the rights and the limit of each. */
import { Radio, Stack } from '@mantine/core';
import { type Role, roleNames } from '@muster/contract/roles.ts';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { administratorTexts } from '../../texts/administrators.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { EstablishmentNames, EstablishmentsInput } from '../integrations/establishments-input.tsx';
import { PersonNameText } from '../people/person-name.tsx';

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

/** The inputs of a form that gives somebody a role. */
export const limitedRoleInputs = {
  role: (props: FieldInputProps) => <RoleInput {...props} />,
  businessEstablishments: (props: FieldInputProps) => <EstablishmentsInput {...props} />,
};

interface RoleTextProps {
  readonly role: Role;
  readonly businessEstablishments: readonly { readonly id: string }[] | null;
  readonly employee: { readonly id: string } | null;
}

/** The role with its limit, such as "HR: Lyon". */
export function RoleText({ role, businessEstablishments, employee }: RoleTextProps) {
  const { roles } = useTexts(shellTexts);
  return (
    <span>
      {roles[role]}
      {businessEstablishments && (
        <>
          {': '}
          <EstablishmentNames chosen={businessEstablishments} />
        </>
      )}
      {employee && (
        <>
          {': '}
          <PersonNameText id={employee.id} />
        </>
      )}
    </span>
  );
}
