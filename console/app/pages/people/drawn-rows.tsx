/**
 * The rows of one level of an org chart, drawn as far as somebody has scrolled: a click that opens every branch of a large
 * company would draw thousands at once. What is not drawn keeps its room, so that the page does not jump.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Of one row, in pixels. */
const rowHeight = 50;

/** So far below the screen, so many rows are drawn before they are seen. */
const marginPx = 600;
const further = 20;

interface DrawnRowsProps<T> {
  readonly rows: readonly T[];
  /** Drawn in any case, with all above it: the way to the person who is looked for; -1 for none. */
  readonly wanted: number;
  readonly children: (row: T, index: number) => ReactNode;
}

export function DrawnRows<T>({ rows, wanted, children }: DrawnRowsProps<T>) {
  const [seen, setSeen] = useState(0);
  const drawn = Math.max(seen, wanted + 1);
  return (
    <>
      {rows.slice(0, drawn).map(children)}
      {drawn < rows.length && (
        <Rest key={drawn} count={rows.length - drawn} onSeen={(count) => setSeen(drawn + count)} />
      )}
    </>
  );
}

interface RestProps {
  readonly count: number;
  readonly onSeen: (count: number) => void;
}

/** What is on the screen is drawn with the same picture, the rest when it comes near. */
function Rest({ count, onSeen }: RestProps) {
  const element = useRef<HTMLLIElement>(null);
  const see = useRef(onSeen);
  see.current = onSeen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of rows has another element
  useLayoutEffect(() => {
    const room = element.current;
    if (!room) return;
    const { top, bottom, height } = room.getBoundingClientRect();
    if (top < window.innerHeight && bottom > 0)
      return see.current(Math.ceil((window.innerHeight - top) / (height / count)));
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && see.current(further), {
      rootMargin: `${marginPx}px 0px`,
    });
    observer.observe(room);
    return () => observer.disconnect();
  }, []);
  return <li ref={element} role="none" style={{ height: count * rowHeight }} />;
}
