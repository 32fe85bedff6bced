/** What can be corrected in a career: a menu at each position and employment, and the drawers that it opens. */
import { ActionIcon, Menu } from '@mantine/core';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { IconDots, IconPencil, IconScissors, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOpened } from '../../resource/opened.ts';
import { useMay } from '../../session.tsx';
import { careerTexts } from '../../texts/career.ts';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Career, Stage } from './career.ts';
import { EmploymentDrawer, EmploymentRemoval } from './employment-drawer.tsx';
import { SplitDrawer } from './move-drawer.tsx';
import { isFirst, PositionDrawer, PositionRemoval } from './position-drawer.tsx';
import { SplitEmploymentDrawer } from './split-employment-drawer.tsx';

type Act = 'edit' | 'split' | 'delete';
type Kind = 'position' | 'employment';

/** In the address: the form is open again after a sign-in. */
const wordOf = (kind: Kind, act: Act, id: string): string => `${kind}-${act}-${id}`;

interface StageActionsProps {
  readonly stage: Stage;
  readonly career: Career;
}

export function StageActions({ stage, career }: StageActionsProps) {
  const may = useMay();
  const t = useTexts(peopleTexts).timeline;
  const { day } = useFormats();
  if (stage.kind === 'position') {
    const { id, jobTitle, startsOn } = stage.position;
    const acts: Act[] = [
      ...(may(jobPositions, 'update') ? (['edit'] as const) : []),
      ...(may(jobPositions, 'create') ? (['split'] as const) : []),
      ...(may(jobPositions, 'remove') && !isFirst(career, stage.position) ? (['delete'] as const) : []),
    ];
    return <ActionsMenu kind="position" id={id} acts={acts} name={`${jobTitle ?? t.position}, ${day(startsOn)}`} />;
  }
  if (stage.kind === 'begins') {
    const acts: Act[] = [
      ...(may(employments, 'update') ? (['edit'] as const) : []),
      ...(may(employments, 'create') && may(employments, 'update') ? (['split'] as const) : []),
      ...(may(employments, 'remove') && career.employments.length > 1 ? (['delete'] as const) : []),
    ];
    const name = `${t.begins}, ${day(stage.day)}`;
    return <ActionsMenu kind="employment" id={stage.employment.id} acts={acts} name={name} />;
  }
  return null;
}

interface ActionsMenuProps {
  readonly kind: Kind;
  readonly id: string;
  readonly acts: readonly Act[];
  readonly name: string;
}

const icons: Readonly<Record<Act, ReactNode>> = {
  edit: <IconPencil size={16} />,
  split: <IconScissors size={16} />,
  delete: <IconTrash size={16} />,
};

function ActionsMenu({ kind, id, acts, name }: ActionsMenuProps) {
  const t = useTexts(careerTexts);
  const [, open] = useOpened();
  if (acts.length === 0) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t.actions(name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map((act) => (
          <Menu.Item key={act} leftSection={icons[act]} onClick={() => open(wordOf(kind, act, id))}>
            {t[act]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The one that the address names. */
export function CareerDrawers({ career }: { readonly career: Career }) {
  const [opened, open] = useOpened();
  const close = () => open(undefined);
  const [kind, act, id] = (opened ?? '').split('-');
  const position = kind === 'position' ? career.positions.find((one) => one.id === id) : undefined;
  const own = kind === 'employment' ? id : position?.employment.id;
  const employment = career.employments.find((one) => one.id === own);
  const common = { career, onClose: close };
  return (
    <>
      {position && (
        <>
          <PositionDrawer {...common} position={position} isOpen={act === 'edit'} />
          <PositionRemoval {...common} position={position} isOpen={act === 'delete'} onRemoved={close} />
        </>
      )}
      {position && employment && (
        <SplitDrawer {...common} position={position} employment={employment} isOpen={act === 'split'} />
      )}
      {!position && employment && (
        <>
          <EmploymentDrawer {...common} employment={employment} isOpen={act === 'edit'} />
          <SplitEmploymentDrawer {...common} employment={employment} isOpen={act === 'split'} />
          <EmploymentRemoval {...common} employment={employment} isOpen={act === 'delete'} onRemoved={close} />
        </>
      )}
    </>
  );
}
