/** What an org chart shows: which branches are open, the way to the person who is looked for, and the size. */
import { createContext, use, useMemo, useRef, useState } from 'react';

export interface ChartState {
  /** From the top of the chart to the one that is looked for; the last one is focused once it is drawn. */
  readonly path: readonly string[];
  setOpen(id: string, isOpen: boolean): void;
  /** True once for each path: a branch that is opened again must not take the focus. */
  takeFocus(): boolean;
}

/** In the place of the id of a manager: everybody whose manager does not work here. */
export const absentManager = 'absent';

const nothing: ChartState = { path: [], setOpen: () => undefined, takeFocus: () => false };

export const ChartContext = createContext<ChartState>(nothing);

export const useChart = (): ChartState => use(ChartContext);

export type IsOpen = (id: string, depth: number) => boolean;

/** Apart from the rest of the state: it changes with each click, and only the levels look at it, not their hundreds of rows. */
export const OpenContext = createContext<IsOpen>(() => false);

export const useIsOpen = (): IsOpen => use(OpenContext);

const none: ReadonlyMap<string, boolean> = new Map();

/** Branches are open down to a depth, except those that the person has opened or closed. */
export function useBranches(path: readonly string[], depthAtFirst: number) {
  const [depth, setDepth] = useState(depthAtFirst);
  const [choices, setChoices] = useState({ path, chosen: none });
  // A new path shows its person, whatever was closed before.
  const chosen = choices.path === path ? choices.chosen : none;
  const focused = useRef<readonly string[] | null>(null);
  const state = useMemo(
    (): ChartState => ({
      path,
      setOpen: (id, isOpen) =>
        setChoices((held) => {
          const before = held.path === path ? held.chosen : none;
          return { path, chosen: new Map([...before, [id, isOpen]]) };
        }),
      takeFocus: () => {
        const isFirst = focused.current !== path;
        focused.current = path;
        return isFirst;
      },
    }),
    [path],
  );
  const isOpen = useMemo((): IsOpen => {
    const above = new Set(path.slice(0, -1));
    return (id, at) => chosen.get(id) ?? (above.has(id) || at < depth);
  }, [path, depth, chosen]);
  const openTo = (wanted: number, except: ReadonlyMap<string, boolean>) => {
    setChoices({ path, chosen: except });
    setDepth(wanted);
  };
  return {
    state,
    isOpen,
    openOneMore: () => openTo(depth + 1, none),
    closeAll: () => openTo(0, new Map(path.map((id) => [id, false]))),
  };
}

const smallest = 40;
const largest = 200;
const step = 20;

/** In percent. */
export function useZoom() {
  const [zoom, setZoom] = useState(100);
  const change = (to: number) => setZoom(Math.min(largest, Math.max(smallest, to)));
  return {
    zoom,
    canGrow: zoom < largest,
    canShrink: zoom > smallest,
    grow: () => change(zoom + step),
    shrink: () => change(zoom - step),
    reset: () => change(100),
  };
}

export type Zoom = ReturnType<typeof useZoom>;
