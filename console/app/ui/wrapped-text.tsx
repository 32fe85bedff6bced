/** A long address or topic that is broken after its signs, not inside of a word. Other contents stay as they are. */
import { Fragment, type ReactNode } from 'react';

export const wrappedText = (content: ReactNode): ReactNode =>
  typeof content === 'string'
    ? content.split(/(?<=[@./])(?=\p{L})/u).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))
    : content;
