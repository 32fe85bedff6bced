/** A page that can show another time, which its address names. A notice says so, and leads back to today. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type RouteComponent, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { isAnotherTime, type Moment, MomentContext } from '../data/moment.ts';
import type { SearchParams } from '../search-params.ts';
import { useFormats } from '../texts/formats.ts';
import { momentTexts } from '../texts/moment.ts';
import { useTexts } from '../texts/texts.ts';

const names = ['asOf', 'knownAt'] as const;

interface Navigation {
  readonly search: SearchParams;
  readonly next: (search: SearchParams) => SearchParams;
}

/** Links between these pages stay in the same time, unless they name another, or none with `undefined`. */
function stay({ search, next }: Navigation): SearchParams {
  const wanted = next(search);
  const kept = names.filter((name) => !(name in wanted)).map((name) => [name, search[name]] as const);
  const all = [...Object.entries(wanted), ...kept];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

export const keptInTime = { middlewares: [stay] };

/** The code of a page is loaded before it is shown. */
const framed = (Shown: RouteComponent, isOfDays: boolean): RouteComponent =>
  Object.assign(
    () => (
      <InTime isOfDays={isOfDays}>
        <Shown />
      </InTime>
    ),
    Shown.preload && { preload: Shown.preload },
  );

export const inTime = (Shown: RouteComponent): RouteComponent => framed(Shown, false);

/** The career of a person has days of its own: the page chooses among them, and its forms begin on the chosen one. */
export const asKnown = (Shown: RouteComponent): RouteComponent => framed(Shown, true);

function InTime({ isOfDays, children }: { readonly isOfDays: boolean; readonly children: ReactNode }) {
  const { asOf, knownAt }: SearchParams = useSearch({ strict: false });
  const moment = useMemo(
    (): Moment => ({
      ...(asOf !== undefined && !isOfDays && { asOf }),
      ...(knownAt !== undefined && { knownAt }),
    }),
    [asOf, knownAt, isOfDays],
  );
  return (
    <MomentContext value={moment}>
      {isAnotherTime(moment) && <MomentNotice moment={moment} />}
      {children}
    </MomentContext>
  );
}

/** Undefined leaves a part out. */
export function useMomentChange(): (moment: { asOf: string | undefined; knownAt: string | undefined }) => void {
  const navigate = useNavigate();
  return (moment) => {
    navigate({ to: '.', search: (current: SearchParams) => ({ ...current, ...moment }), replace: true });
  };
}

function MomentNotice({ moment: { asOf, knownAt } }: { readonly moment: Moment }) {
  const t = useTexts(momentTexts);
  const { longDay, moment } = useFormats();
  const change = useMomentChange();
  const sentence =
    asOf === undefined
      ? t.asKnown(moment(knownAt ?? ''))
      : knownAt === undefined
        ? t.asOf(longDay(asOf))
        : t.both(longDay(asOf), moment(knownAt));
  return (
    <Alert color="yellow" variant="outline" py="xs" mb="md" role="status" icon={<IconHistory size={18} />}>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={600}>
            {sentence}
          </Text>
          <Text size="sm">{t.readOnly}</Text>
        </div>
        <Button size="compact-sm" variant="default" onClick={() => change({ asOf: undefined, knownAt: undefined })}>
          {t.back}
        </Button>
      </Group>
    </Alert>
  );
}
