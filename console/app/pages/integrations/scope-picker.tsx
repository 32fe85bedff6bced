/** Selects scopes by what they cover. Sensitive ones are marked, and listed again below. */
import { Alert, Badge, Group, Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { type Criticality, type ScopeFamily, scopeFamilies } from '@muster/contract/scopes.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { useFormats } from '../../texts/formats.ts';
import { scopeTexts } from '../../texts/scopes.ts';
import { useTexts } from '../../texts/texts.ts';
import classes from './integrations.module.css';

type Family = keyof typeof scopeFamilies;
type Access = 'none' | 'read' | 'write';

const families = Object.entries<ScopeFamily>(scopeFamilies) as readonly (readonly [Family, ScopeFamily])[];

const colours: Readonly<Record<Criticality, string>> = { low: 'gray', medium: 'yellow', high: 'red' };

/** Writing this data reveals other data. */
const tellingScope = 'job-positions.readwrite';

export const accessIn = (scopes: readonly string[], family: string): Access => {
  if (scopes.includes(`${family}.readwrite`)) return 'write';
  return scopes.includes(`${family}.readonly`) ? 'read' : 'none';
};

/** Write access includes read access, so that a token can be limited to reading. */
const scopesOf: Readonly<Record<Access, (family: string) => readonly string[]>> = {
  none: () => [],
  read: (family) => [`${family}.readonly`],
  write: (family) => [`${family}.readonly`, `${family}.readwrite`],
};

export function ScopePicker({ label, value, onChange, errorAt }: FieldInputProps) {
  const scopes = (value ?? []) as readonly string[];
  const choose = (family: string, access: Access) =>
    onChange([...scopes.filter((scope) => !scope.startsWith(`${family}.`)), ...scopesOf[access](family)]);
  return (
    <div data-wide>
      <Input.Wrapper label={label} error={errorAt('')} labelElement="div">
        <ul className={classes.scopes}>
          {families.map(([name, family]) => (
            <FamilyRow
              key={name}
              name={name}
              family={family}
              access={accessIn(scopes, name)}
              onChange={(access) => choose(name, access)}
            />
          ))}
        </ul>
      </Input.Wrapper>
      <ScopeWarnings scopes={scopes} />
    </div>
  );
}

interface FamilyProps {
  readonly name: Family;
  readonly family: ScopeFamily;
  readonly access: Access;
}

function FamilyWords({ name, family, access }: FamilyProps) {
  const t = useTexts(scopeTexts);
  const criticality = access === 'write' ? (family.readwrite ?? family.readonly) : family.readonly;
  return (
    <div style={{ minWidth: 0 }}>
      <Group gap={6}>
        <Text size="sm" fw={600} ff="monospace" component="span">
          {name}
        </Text>
        {criticality !== 'low' && (
          <Badge size="sm" color={colours[criticality]}>
            {t.criticality[criticality]}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t.families[name]}
      </Text>
    </div>
  );
}

function FamilyRow({ onChange, ...props }: FamilyProps & { readonly onChange: (access: Access) => void }) {
  const t = useTexts(scopeTexts);
  const { name, family, access } = props;
  const offered: readonly Access[] = family.readwrite ? ['none', 'read', 'write'] : ['none', 'read'];
  return (
    <li>
      <FamilyWords {...props} />
      <SegmentedControl
        size="xs"
        aria-label={t.accessTo(t.families[name])}
        value={access}
        onChange={onChange}
        data={offered.map((one) => ({ value: one, label: t[one] }))}
      />
    </li>
  );
}

/** The granted scopes, read-only. */
export function GrantedScopes({ scopes }: { readonly scopes: readonly string[] }) {
  const t = useTexts(scopeTexts);
  const granted = families.filter(([name]) => accessIn(scopes, name) !== 'none');
  return (
    <ul className={classes.granted}>
      {granted.map(([name, family]) => {
        const access = accessIn(scopes, name);
        return (
          <li key={name}>
            <FamilyWords name={name} family={family} access={access} />
            <Text size="sm">{t[access]}</Text>
          </li>
        );
      })}
    </ul>
  );
}

export function ScopeWarnings({ scopes }: { readonly scopes: readonly string[] }) {
  const t = useTexts(scopeTexts);
  const { list } = useFormats();
  const high = families.filter(([name, family]) => {
    const access = accessIn(scopes, name);
    return access !== 'none' && (access === 'write' ? family.readwrite : family.readonly) === 'high';
  });
  const isTelling = scopes.includes(tellingScope);
  if (high.length === 0 && !isTelling) return null;
  return (
    <Stack gap="xs" mt="sm">
      {high.length > 0 && <Warning title={t.highTitle}>{t.high(list(high.map(([name]) => t.families[name])))}</Warning>}
      {isTelling && <Warning title={t.positionsTitle}>{t.positions}</Warning>}
    </Stack>
  );
}

function Warning({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Alert color="orange" role="status" title={title} icon={<IconAlertTriangle size={18} />} className={classes.notice}>
      {children}
    </Alert>
  );
}
